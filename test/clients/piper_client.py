"""Writes one memory and asks for it again: python3 piper_client.py SOCKET TEXT QUESTION"""
import json
import socket
import sys

path, text, question = sys.argv[1:]
client = socket.socket(socket.AF_UNIX)
client.connect(path)
answers = client.makefile("r", encoding="utf-8")

def call(method, **params):
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    client.sendall(json.dumps(request).encode() + b"\n")
    answer = json.loads(answers.readline())
    return answer["result"] if "result" in answer else sys.exit(answer["error"]["message"])

print("written", call("memory.write", text=text)["itemId"])
packet = call("retrieve", query=question)
print(packet["status"], *[result["text"] for result in packet["results"]], sep="\n")
