// A sorted map whose copies share what they have in common: a balanced tree that is never changed, only replaced along
// the way to what is new.
//
//     before = now                one step
//     now.insert_or_assign(k, v)  about log n nodes are made anew, all others stay those of `before` as well
//     common(before, now)         looks at what differs, and at nothing else
//
// What is known at one point of a walk is copied wherever paths part; nearly all of it stays the same.
//
// After: Blelloch, Ferizovic, Sun 2016 (joins of AVL trees).
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>
#include <variant>

namespace clustrix::compiler {

template <class Key, class Mapped>
class SharedMap {
 public:
  using Entry = std::pair<const Key, Mapped>;

  std::size_t size() const { return sizeOf(root_); }
  bool empty() const { return !root_; }

  /// The entry of a key, for as long as no map changes that has it; null (`end`) where there is none.
  const Entry* find(const Key& key) const {
    const Node* at = root_.get();
    while (at && at->entry->first != key) at = key < at->entry->first ? at->left.get() : at->right.get();
    return at ? at->entry.get() : nullptr;
  }
  static constexpr const Entry* end() { return nullptr; }
  bool contains(const Key& key) const { return find(key) != nullptr; }
  const Mapped& at(const Key& key) const {
    const Entry* entry = find(key);
    if (!entry) throw std::out_of_range("SharedMap::at");
    return entry->second;
  }

  void insert_or_assign(const Key& key, Mapped value) {
    root_ = inserted(root_, std::make_shared<const Entry>(key, std::move(value)));
  }
  void erase(const Key& key) {
    if (!contains(key)) return;
    const auto [left, found, right] = split(root_, key);
    root_ = joined(left, right);
  }
  void eraseIf(const auto& matches) { root_ = without(root_, matches); }
  void clear() { root_.reset(); }

  /// What both have, with equal values.
  static SharedMap common(const SharedMap& one, const SharedMap& other) {
    SharedMap result;
    result.root_ = commonOf(one.root_, other.root_);
    return result;
  }
  /// Calls `visit` with the entries of both where they have a key in common with different values, by their keys.
  static void differing(const SharedMap& one, const SharedMap& other, const auto& visit) {
    differingIn(one.root_, other.root_, visit);
  }

 private:
  struct Node;
  using Link = std::shared_ptr<const Node>;
  using EntryLink = std::shared_ptr<const Entry>;
  struct Node {
    EntryLink entry;
    Link left, right;
    int height;
    std::size_t size;
  };
  struct Parts {
    Link left;
    EntryLink found;  // of the key itself
    Link right;
  };

  static int heightOf(const Link& tree) { return tree ? tree->height : 0; }
  static std::size_t sizeOf(const Link& tree) { return tree ? tree->size : 0; }

  static Link made(Link left, EntryLink entry, Link right) {
    const int height = 1 + std::max(heightOf(left), heightOf(right));
    const std::size_t size = 1 + sizeOf(left) + sizeOf(right);
    return std::make_shared<const Node>(Node{std::move(entry), std::move(left), std::move(right), height, size});
  }
  static Link rotatedLeft(const Link& tree) {
    return made(made(tree->left, tree->entry, tree->right->left), tree->right->entry, tree->right->right);
  }
  static Link rotatedRight(const Link& tree) {
    return made(tree->left->left, tree->left->entry, made(tree->left->right, tree->entry, tree->right));
  }

  /// All of `left` is less than `entry`, and all of `right` greater.
  static Link joined(const Link& left, const EntryLink& entry, const Link& right) {
    if (heightOf(left) > heightOf(right) + 1) {
      if (heightOf(left->right) > heightOf(right) + 1)
        return balanced(left->left, left->entry, joined(left->right, entry, right));
      const Link inner = made(left->right, entry, right);
      if (inner->height <= heightOf(left->left) + 1) return made(left->left, left->entry, inner);
      return rotatedLeft(made(left->left, left->entry, rotatedRight(inner)));
    }
    if (heightOf(right) > heightOf(left) + 1) {
      if (heightOf(right->left) > heightOf(left) + 1)
        return balanced(joined(left, entry, right->left), right->entry, right->right);
      const Link inner = made(left, entry, right->left);
      if (inner->height <= heightOf(right->right) + 1) return made(inner, right->entry, right->right);
      return rotatedRight(made(rotatedLeft(inner), right->entry, right->right));
    }
    return made(left, entry, right);
  }
  /// The same where one is higher by no more than two, from the joined side.
  static Link balanced(const Link& left, const EntryLink& entry, const Link& right) {
    const Link tree = made(left, entry, right);
    if (heightOf(right) > heightOf(left) + 1) return rotatedLeft(tree);
    if (heightOf(left) > heightOf(right) + 1) return rotatedRight(tree);
    return tree;
  }
  static Link joined(const Link& left, const Link& right) {
    if (!left) return right;
    if (!right) return left;
    const auto [rest, last] = withoutLast(left);
    return joined(rest, last, right);
  }
  static std::pair<Link, EntryLink> withoutLast(const Link& tree) {
    if (!tree->right) return {tree->left, tree->entry};
    auto [rest, last] = withoutLast(tree->right);
    return {joined(tree->left, tree->entry, rest), last};
  }

  static Parts split(const Link& tree, const Key& key) {
    if (!tree) return {};
    if (key < tree->entry->first) {
      Parts parts = split(tree->left, key);
      parts.right = joined(parts.right, tree->entry, tree->right);
      return parts;
    }
    if (tree->entry->first < key) {
      Parts parts = split(tree->right, key);
      parts.left = joined(tree->left, tree->entry, parts.left);
      return parts;
    }
    return {tree->left, tree->entry, tree->right};
  }

  static Link inserted(const Link& tree, EntryLink entry) {
    if (!tree) return made(nullptr, std::move(entry), nullptr);
    const Key& key = entry->first;
    if (key < tree->entry->first) return joined(inserted(tree->left, std::move(entry)), tree->entry, tree->right);
    if (tree->entry->first < key) return joined(tree->left, tree->entry, inserted(tree->right, std::move(entry)));
    return made(tree->left, std::move(entry), tree->right);
  }

  static Link without(const Link& tree, const auto& matches) {
    if (!tree) return nullptr;
    const Link left = without(tree->left, matches), right = without(tree->right, matches);
    if (matches(*tree->entry)) return joined(left, right);
    return left == tree->left && right == tree->right ? tree : joined(left, tree->entry, right);
  }

  static Link commonOf(const Link& one, const Link& other) {
    if (one == other) return one;
    if (!one || !other) return nullptr;
    const Parts parts = split(other, one->entry->first);
    const Link left = commonOf(one->left, parts.left), right = commonOf(one->right, parts.right);
    const bool same = parts.found && (parts.found == one->entry || parts.found->second == one->entry->second);
    if (!same) return joined(left, right);
    return left == one->left && right == one->right ? one : joined(left, one->entry, right);
  }

  static void differingIn(const Link& one, const Link& other, const auto& visit) {
    if (one == other || !one || !other) return;
    const Parts parts = split(other, one->entry->first);
    differingIn(one->left, parts.left, visit);
    if (parts.found && parts.found != one->entry && !(parts.found->second == one->entry->second))
      visit(*one->entry, *parts.found);
    differingIn(one->right, parts.right, visit);
  }

  Link root_;
};

/// The same of keys alone.
template <class Key>
class SharedSet {
 public:
  bool contains(const Key& key) const { return keys_.contains(key); }
  void insert(const Key& key) {
    if (!contains(key)) keys_.insert_or_assign(key, {});
  }
  void clear() { keys_.clear(); }
  static SharedSet common(const SharedSet& one, const SharedSet& other) {
    SharedSet result;
    result.keys_ = Keys::common(one.keys_, other.keys_);
    return result;
  }

 private:
  using Keys = SharedMap<Key, std::monostate>;

  Keys keys_;
};

}  // namespace clustrix::compiler
