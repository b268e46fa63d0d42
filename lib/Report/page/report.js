// The script of the HTML report: a filter, and lines that belong together light up. The page reads the same without it.
//
//     #filter=serial,guarded&text=energy   the filter as a link: of verdicts one, of kinds all, and the text
//
// A function is shown when one of its loops is, and a loop when it has the words and the tags.
"use strict";
(() => {
  const verdicts = ["spread", "threads", "inside", "kept", "serial"];
  const byId = (id) => document.getElementById(id);
  const all = (selector, of = document) => Array.from(of.querySelectorAll(selector));

  // What can be hidden, with the text to search: each head counts for its loops.
  const sections = all("section.file").map((element) => {
    const path = element.querySelector("h2").textContent.toLowerCase();
    const articles = all(":scope > article", element).map((article) => ({
      element: article,
      functions: all(":scope > h3", article).map((head) => {
        const table = head.nextElementSibling.nextElementSibling;
        const rows = table && table.matches("table.loops") ? all("tbody > tr", table) : [];
        return {
          id: head.id,
          parts: [head, head.nextElementSibling, table].filter((part) => part && part.matches("h3, p, table.loops")),
          text: path + " " + head.textContent.toLowerCase(),
          rows: rows.map((row) => ({
            element: row,
            text: row.textContent.toLowerCase(),
            tags: row.dataset.tags.split(" "),
          })),
        };
      }),
    }));
    return { element, articles };
  });
  const entries = new Map(all("nav [data-of]").map((entry) => [entry.dataset.of, entry]));
  const buttons = all("#filter [data-tag]");
  const text = byId("filter-text");

  const chosen = () => buttons.filter((button) => button.ariaPressed === "true").map((button) => button.dataset.tag);

  function filter() {
    const tags = chosen();
    const oneOf = tags.filter((tag) => verdicts.includes(tag));
    const allOf = tags.filter((tag) => !verdicts.includes(tag));
    const words = text.value.toLowerCase().split(/\s+/).filter((word) => word);
    const isOn = tags.length + words.length > 0;
    const count = { functions: 0, of: 0, loops: 0, ofLoops: 0 };
    for (const section of sections) {
      let any = false;
      for (const article of section.articles) {
        let anyHere = false;
        for (const one of article.functions) {
          let shown = !tags.length && words.every((word) => one.text.includes(word));
          for (const row of one.rows) {
            const fits = (!oneOf.length || oneOf.some((tag) => row.tags.includes(tag))) &&
              allOf.every((tag) => row.tags.includes(tag)) &&
              words.every((word) => row.text.includes(word) || one.text.includes(word));
            row.element.hidden = !fits;
            count.loops += fits;
            count.ofLoops += 1;
            shown = shown || fits;
          }
          for (const part of one.parts) part.hidden = !shown;
          if (entries.has(one.id)) entries.get(one.id).hidden = !shown;
          count.functions += shown;
          count.of += 1;
          anyHere = anyHere || shown;
        }
        article.element.hidden = !anyHere;
        any = any || anyHere;
      }
      section.element.hidden = isOn && !any;
      if (entries.has(section.element.id)) entries.get(section.element.id).hidden = isOn && !any;
    }
    byId("filter-result").textContent = isOn
      ? `${count.functions} of ${count.of} functions, ${count.loops} of ${count.ofLoops} loops` : "";
    byId("filter-clear").hidden = !isOn;
    return isOn;
  }

  // The address always says what is shown, so that it can be sent to somebody.
  function tell() {
    const isOn = filter();
    const said = [];
    if (chosen().length) said.push("filter=" + chosen().map(encodeURIComponent).join(","));
    if (text.value) said.push("text=" + encodeURIComponent(text.value));
    history.replaceState(null, "", isOn ? "#" + said.join("&") : location.pathname + location.search);
  }

  function set(tags, words) {
    for (const button of buttons) button.ariaPressed = String(tags.includes(button.dataset.tag));
    text.value = words;
  }

  function showFirst() {
    const first = sections.find((section) => !section.element.hidden);
    if (first) first.element.scrollIntoView();
  }

  function follow() {
    const said = new URLSearchParams(location.hash.slice(1));
    if (said.has("filter") || said.has("text")) {
      set((said.get("filter") || "").split(","), said.get("text") || "");
      filter();
      showFirst();
      return;
    }
    const target = location.hash.length > 1 && byId(location.hash.slice(1));
    if (!target) return;
    // What a link leads to is seen, whatever the filter and the folds say.
    if (target.closest("[hidden]")) {
      set([], "");
      filter();
    }
    for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    target.scrollIntoView({ block: target.matches(".l, tr") ? "center" : "start" });
  }

  // Lines that belong together, by their links: a line of the source has the address that its generated lines lead to.
  let lit = [];
  function light(event) {
    for (const line of lit) line.classList.remove("lit");
    lit = [];
    const line = event.target instanceof Element && event.target.closest(".l");
    const link = line && line.querySelector(":scope > a");
    if (!link) return;
    const source = line.id[0] === "s" ? line.id : link.hash.slice(1);
    lit = all(`.l > a[href="#${CSS.escape(source)}"]`).map((each) => each.parentElement);
    lit.push(byId(source));
    for (const each of lit) each.classList.add("lit");
  }

  byId("filter").hidden = false;
  for (const button of buttons)
    button.addEventListener("click", () => {
      button.ariaPressed = String(button.ariaPressed !== "true");
      tell();
    });
  text.addEventListener("input", tell);
  byId("filter-clear").addEventListener("click", () => {
    set([], "");
    tell();
    text.focus();
  });
  for (const link of all("a[data-filter], a[data-words]"))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      set([link.dataset.filter], link.dataset.words || "");
      tell();
      showFirst();
    });
  document.addEventListener("mouseover", light);
  document.addEventListener("focusin", light);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && event.target !== text) {
      event.preventDefault();
      text.focus();
    } else if (event.key === "Escape" && event.target === text) {
      set([], "");
      tell();
    }
  });
  window.addEventListener("hashchange", follow);
  follow();
})();
