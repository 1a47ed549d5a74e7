"""An example bot: it fights where it can; as the attacker it moves toward the enemy, as the defender it stays."""
import json
import random
import sys

# What it likes to do, the best first. What is not named comes last.
LIKES = "ready again burn rally melee pair join charge fight target with fire attack activate".split()


def distances(places, near):
    """How far every hex or square is from the nearest of some."""
    beside = {place["id"]: place["next"] for place in places}
    steps, queue = dict.fromkeys(near, 0), list(near)
    for place in queue:
        fresh = [n for n in beside[place] if n and n not in steps]
        steps.update(dict.fromkeys(fresh, steps[place] + 1))
        queue += fresh
    return steps


def rate(action, steps):
    verb, *rest = action.split()
    further = float(rest[0]) if verb == "forward" else -steps.get(rest[0], 99) if verb == "to" else 0
    return (LIKES[::-1].index(verb) + 1 if verb in LIKES else 0) + further / 100, random.random()


for line in sys.stdin:
    message, answer = json.loads(line), None
    if message["type"] == "hello":
        answer = {"protocol": 1, "name": "Example in Python"}
    elif message["type"] == "start":
        battle = message["battle"]
        LIKES += ["shoot", "done"] if message["side"] == 1 else ["advance", "move", "march", "to", "shoot", "forward"]
        foes = {u["id"] for u in battle["units"] if u["side"] != message["side"]}
    elif message["type"] == "move":
        enemies = {p["hex"] for p in message["view"]["pieces"] if p["id"] in foes and "hex" in p}
        steps = distances(battle.get("hexes") or battle.get("squares", []), enemies)
        answer = {"n": message["n"], "action": max(message["legal"], key=lambda a: rate(a, steps))}
    if answer:
        print(json.dumps(answer), flush=True)
