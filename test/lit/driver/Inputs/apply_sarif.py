"""What a viewer does with a SARIF log: checks what it relies on, and prints the source with all fixes applied.

    apply_sarif.py LOG SOURCE
"""
import json
import sys
import urllib.parse


def check_place(place, bases):
    artifact, region = place["artifactLocation"], place["region"]
    if "uriBaseId" in artifact:
        assert artifact["uriBaseId"] in bases and not urllib.parse.urlparse(artifact["uri"]).scheme, artifact
    else:
        assert artifact["uri"].startswith("file:///"), artifact
    assert region["startLine"] >= 1 and region["startColumn"] >= 1, region


def check_result(result, run):
    rules = run["tool"]["driver"]["rules"]
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"], result
    assert result["message"]["text"], result
    assert result["level"] == ("none" if result.get("kind", "fail") == "pass" else "note"), result
    for location in result["locations"] + result.get("relatedLocations", []):
        check_place(location["physicalLocation"], run["originalUriBaseIds"])


def offset(lines, line, column):
    """In the text, of a column in UTF-16."""
    units = lines[line - 1].encode("utf-16-le")[:2 * (column - 1)]
    return sum(len(one) + 1 for one in lines[:line - 1]) + len(units.decode("utf-16-le"))


def main(log, source):
    with open(log, encoding="utf-8") as file:
        whole = json.load(file)
    with open(source, encoding="utf-8") as file:
        text = file.read()
    assert whole["version"] == "2.1.0" and whole["$schema"].endswith("sarif-2.1.0.json"), whole["$schema"]
    (run,) = whole["runs"]
    assert run["columnKind"] == "utf16CodeUnits"
    edits, lines = set(), text.split("\n")
    for result in run["results"]:
        check_result(result, run)
        for fix in result.get("fixes", []):
            assert fix["description"]["text"], fix
            for change in fix["artifactChanges"]:
                for one in change["replacements"]:
                    region = one["deletedRegion"]
                    begin = offset(lines, region["startLine"], region["startColumn"])
                    end = offset(lines, region["endLine"], region["endColumn"])
                    assert len(text[:begin].encode()) == region["byteOffset"], region
                    assert len(text[begin:end].encode()) == region["byteLength"], region
                    edits.add((begin, end, one["insertedContent"]["text"]))
    for begin, end, inserted in sorted(edits, reverse=True):
        text = text[:begin] + inserted + text[end:]
    sys.stdout.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
