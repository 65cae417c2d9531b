/** Verbs and nouns of going wrong, in the forms in which an outcome is told. */
const failing =
  /\b(fail(s|ed|ing|ure|ures)?|error(s|ed)?|wrong(ly)?|incorrect(ly)?|inaccurate|out-?dated|stale|unsuccessful(ly)?|aborted|crash(es|ed)?|broke(n)?|rolled back|reverted|rejected|mistak(e|es|en)|(did|does|do|could|would) ?n[o'’]t (work|hold|help|apply|compile|start|match)|no longer (true|valid|holds|works))\b/giu;

/** What takes a failure back when it stands shortly before it: “no errors”, “without failure”, “did not fail”. */
const denied =
  /\b(no|not|n[’']t|never|without|zero|0|avoid(s|ed)?|fix(es|ed)?|prevent(s|ed)?|instead of)\W+(\w+\W+){0,2}$/iu;

/** Whether an outcome, told in a few words, says that something went wrong. Words alone: it errs on the side of failure. */
export function tellsFailure(outcome: string): boolean {
  return [...outcome.matchAll(failing)].some(
    ({ index }) => !denied.test(outcome.slice(Math.max(0, index - 40), index)),
  );
}
