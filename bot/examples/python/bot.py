"""An example bot: it fights where it can; as the attacker it moves toward the enemy, as the defender it stays."""
import json
import random
import sys

# What it likes to do, the best first. What is not named comes last.
LIKES = "ready again burn rally melee pair join fight shoot with fire attack activate".split()


def distance(a, b):
    """How far apart two hexes are: CCRR, even columns half a hex lower."""
    (col, y), (col2, y2) = ((int(h[:2]), 2 * int(h[2:]) - int(h[:2]) % 2) for h in (a, b))
    return abs(col - col2) + max(0, abs(y - y2) - abs(col - col2)) // 2


def rate(action, enemies):
    verb, *rest = action.split()
    score = LIKES[::-1].index(verb) + 1 if verb in LIKES else 0
    if verb == "to" and enemies:
        score -= min(distance(rest[0], hex) for hex in enemies) / 100
    return score, random.random()


def say(message):
    print(json.dumps(message), flush=True)


foes = set()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"protocol": 1, "name": "Example in Python"})
    elif message["type"] == "start":
        LIKES += ["done"] if message["side"] == 1 else ["advance", "move", "to"]
        foes = {u["id"] for u in message["battle"]["units"] if u["side"] != message["side"]}
    elif message["type"] == "move":
        enemies = [p["hex"] for p in message["view"]["pieces"] if p["id"] in foes and "hex" in p]
        say({"n": message["n"], "action": max(message["legal"], key=lambda a: rate(a, enemies))})
