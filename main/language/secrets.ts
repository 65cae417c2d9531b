/**
 * Secrets in stored text, by their look. Delivered text leaves them out; the ledger keeps them. Every kind has a form
 * that is issued as a secret and as nothing else, or stands behind a word that says so: what merely looks random (a git
 * hash, a UUID, a ticket, an account number, a checksum) is none.
 */

/** A secret in a text: UTF-16 offsets, and what kind it is. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
}

export type SecretKind = 'private-key' | 'connection-string' | 'api-key' | 'token' | 'password';

interface SecretPattern {
  readonly kind: SecretKind;
  /** What it finds, and where the form is laid down. */
  readonly says: string;
  /** With a group named `secret` that part alone is one; else the whole match. */
  readonly pattern: RegExp;
  /** Only where the value is not an example, a reference or plain speech. */
  readonly judged?: boolean;
}

/** Where two overlap the one that is listed first wins. */
export const secretPatterns: readonly SecretPattern[] = [
  {
    kind: 'private-key',
    says: 'A PEM block of a private key (RFC 7468), also one whose end is missing.',
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,20000}?(?:-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----|$(?![\s\S])|(?=\n\s*\n\s*\S+\s))/gu,
  },
  {
    kind: 'private-key',
    says: 'An age secret key.',
    pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/gu,
  },
  {
    kind: 'connection-string',
    says: 'The password in a URL: scheme://user:password@host (RFC 3986, userinfo).',
    pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:/?#@'"<>]{0,200}:(?<secret>[^\s/?#@'"<>]{1,500})@(?=[\w[])/giu,
    judged: true,
  },
  {
    kind: 'connection-string',
    says: 'The key in a connection string of Azure, ADO.NET or ODBC: AccountKey=…; SharedAccessKey=…; Pwd=….',
    pattern: /\b(?:AccountKey|SharedAccessKey|Pwd)\s*=\s*(?<secret>[^\s;'"]{6,500})(?=;|\s|['"]|$)/giu,
    judged: true,
  },
  {
    kind: 'api-key',
    says: 'An AWS access key id.',
    pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/gu,
  },
  {
    kind: 'api-key',
    says: 'A Google API key.',
    pattern: /\bAIza[\w-]{35}(?![\w-])/gu,
  },
  {
    kind: 'api-key',
    says: 'Keys of OpenAI, Anthropic and Stripe: sk-…, sk-ant-…, sk_live_…, rk_live_….',
    pattern:
      /\b(?:sk-(?:ant-|proj-|svcacct-)?(?=[\w-]*\d)[\w-]{20,}|(?:sk|rk|whsec)_(?:live_|test_)?(?=\w*\d)\w{20,})/gu,
  },
  {
    kind: 'api-key',
    says: 'A SendGrid key, a Hugging Face token, a Databricks token, a DigitalOcean token, a PyPI token.',
    pattern:
      /\b(?:SG\.[\w-]{20,24}\.[\w-]{39,50}|hf_[A-Za-z]{30,}|dapi[0-9a-f]{32}|do[opr]_v1_[0-9a-f]{64}|pypi-AgEIcHlwaS5vcmc[\w-]{50,})/gu,
  },
  {
    kind: 'token',
    says: 'GitHub, GitLab and npm tokens: ghp_…, github_pat_…, glpat-…, npm_….',
    pattern:
      /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{40,}|gl(?:pat|dt|rt|ptt)-[\w-]{20,}|npm_[A-Za-z0-9]{36})\b/gu,
  },
  {
    kind: 'token',
    says: 'Slack tokens and webhooks, Telegram bot tokens.',
    pattern:
      /\bxox[abeoprs]-[\w-]{10,}|\bxapp-\d-[\w-]{10,}|hooks\.slack\.com\/services\/(?<secret>T\w+\/B\w+\/\w{10,})|\b\d{8,10}:AA[\w-]{33}(?![\w-])/gu,
  },
  {
    kind: 'token',
    says: 'A JSON Web Token (RFC 7519): three parts, of which the first two are JSON.',
    pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{10,}/gu,
  },
  {
    kind: 'token',
    says: 'What is sent in an Authorization header: Bearer …, Basic … (RFC 6750, RFC 7617).',
    pattern: /\b(?:bearer|basic)\s+(?<secret>(?=[\w.~+/=-]*\d)[\w.~+/-]{16,}={0,2})/giu,
  },
  {
    kind: 'token',
    says: 'A word for a secret with what it is for, a colon, and what no word looks like: “token for the tide service: 9f8c-…”.',
    pattern:
      /\b(?:secret|token|credential|api key|access key)s?\b[^\n.:=]{0,40}[:=]\s{0,3}(?<secret>(?![0-9a-f]{7,64}(?![\w-])|[0-9a-f]{8}-[0-9a-f]{4}-)(?=[^\s]*\d)(?=[^\s]*\p{L})[\w+/-]{16,200}={0,2})/giu,
    judged: true,
  },
  {
    kind: 'token',
    says: 'A word for a secret and right behind it a jumble of small and capital letters and figures: “secret wJalrXUt…”.',
    pattern:
      /\b(?:[Ss]ecret|[Tt]oken|[Cc]redential|[Kk]ey)s?\s{1,3}(?<secret>(?=[^\s]*\d)(?=[^\s]*[a-z])(?=[^\s]*[A-Z])[\w+/]{20,200}={0,2})(?![\w-])/gu,
    judged: true,
  },
  {
    kind: 'password',
    says: 'A value given to a name that says what it is: password=…, "api_key": "…", SECRET_TOKEN: ….',
    pattern:
      /(?:password|passwd|passphrase|secret|(?<![A-Za-z0-9])(?:pass|pwd|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|client[_-]?secret|auth[_-]?token|access[_-]?token|refresh[_-]?token|token))["'`]?[ \t]*(?:=>|:=|[:=])[ \t]*(?<secret>"[^"\n]{4,500}"|'[^'\n]{4,500}'|`[^`\n]{4,500}`|[^\s"'`,;)\]}]{4,500})/giu,
    judged: true,
  },
  {
    kind: 'password',
    says: 'A password told in a sentence: the password is “…”, the passphrase was ….',
    pattern:
      /\b(?:pass(?:word|phrase|code)|pin|secret key|api key)(?:\s+(?:for|of|to)\s+[^\n.:]{1,60}?)?\s+(?:is|was)\s+(?:now\s+|set to\s+)?(?<secret>["'“‘`][^"'”’`\n]{4,200}["'”’`]|(?=[^\s,;]*\d)[^\s,;"'“‘`]{4,200}(?<![.!?)]))/giu,
    judged: true,
  },
];

/** Before the patterns are tried at all: every one of them needs one of these. Linear, and rarely true of prose. */
const hint =
  /-----BEGIN|AGE-SECRET|:\/\/[^\s/]*@|key|pwd|pass|secret|token|pin\b|bearer|basic|AKIA|ASIA|AIza|\b[sr]k[-_]|whsec|SG\.|hf_|dapi|do[opr]_|pypi-|gh[pousr]_|github_|gl[a-z]{2,3}-|npm_|xox|xapp|hooks\.slack|:AA|eyJ/iu;

/** The secrets of a text, in order and apart; what overlaps is one, of the kind that is listed first. */
export function secretSpans(text: string): SecretSpan[] {
  if (!hint.test(text)) return [];
  const found: SecretSpan[] = [];
  for (const { kind, pattern, judged = false } of secretPatterns) {
    for (const match of text.matchAll(pattern)) {
      const span = { ...spanOf(match), kind: kind === 'password' ? kindNamed(match[0]) : kind };
      if (judged && !isSecretValue(text.slice(span.start, span.end), match[0])) continue;
      const overlapped = found.findIndex((other) => other.start < span.end && span.start < other.end);
      const other = found[overlapped];
      if (other === undefined) found.push(span);
      else
        found[overlapped] = { ...other, start: Math.min(other.start, span.start), end: Math.max(other.end, span.end) };
    }
  }
  return joined(found.sort((a, b) => a.start - b.start));
}

/** What a value is by the name it is given to. */
function kindNamed(said: string): SecretKind {
  if (/key/iu.test(said.slice(0, 20)) && !/pass|secret/iu.test(said.slice(0, 20))) return 'api-key';
  return /^["'`]?(?:auth|access|refresh)?[_-]?token/iu.test(said) ? 'token' : 'password';
}

/** Where the secret of a match lies: its group of that name without the quotes around it, else all of it. */
function spanOf(match: RegExpExecArray): { readonly start: number; readonly end: number } {
  const whole = match.groups?.secret ?? match[0];
  const quote = /^["'`“‘]/u.test(whole) && whole.length > 2 ? 1 : 0;
  const start = match.index + match[0].lastIndexOf(whole) + quote;
  return { start, end: start + whole.length - 2 * quote };
}

/** Two that grew into each other are one. */
function joined(ascending: readonly SecretSpan[]): SecretSpan[] {
  const apart: SecretSpan[] = [];
  for (const span of ascending) {
    const last = apart.at(-1);
    if (last === undefined || last.end <= span.start) apart.push(span);
    else apart[apart.length - 1] = { ...last, end: Math.max(last.end, span.end) };
  }
  return apart;
}

/**
 * A value that is an example, a variable, a mask, a mark of ours or plain speech is told in full. `said` is the match
 * with what stands before the value: a word in quotes or right behind “password=” is a secret, behind “password: ” speech.
 */
function isSecretValue(value: string, said: string): boolean {
  if (/^(?:\$|%|<|\{|\[|process\.|env[.:]|os\.|ENV\b|vault:|op:\/\/|secrets?[./])/iu.test(value)) return false;
  if (/^[*x•.·_-]+$/iu.test(value) || value.includes('[redacted:')) return false;
  if (plainAnswers.has(value.toLowerCase().replace(/[.!?]+$/u, ''))) return false;
  if (/^\d{1,6}(?:\.\d+)?%?$/u.test(value)) return /pass|pwd|\bpin\b/iu.test(said);
  const isSpoken = !/[\w"'`]=["'`]?\S+$/u.test(said) && !/["'`”’]$/u.test(said);
  return !isSpoken || !/^\p{Lu}?\p{Ll}+(?:[-_ ]\p{Ll}+)*[.!?]?$/u.test(value);
}

const plainAnswers: ReadonlySet<string> = new Set(
  'null none true false undefined required optional string number boolean todo n/a redacted changeme'.split(' '),
);

/** What stands in the place of a secret. Redacting again finds nothing in it. */
export function redactionMark(kind: SecretKind): string {
  return `[redacted: ${kind}]`;
}

/** A text without its secrets, and how many of which kind it had. */
export function redactSecrets(text: string): { readonly text: string; readonly spans: readonly SecretSpan[] } {
  const spans = secretSpans(text);
  let [redacted, from] = ['', 0];
  for (const { start, end, kind } of spans) {
    redacted += text.slice(from, start) + redactionMark(kind);
    from = end;
  }
  return { text: redacted + text.slice(from), spans };
}

/** Members that hold names of things in the store: an id that was changed would refer to nothing. */
const referring =
  /^(?:id|hash|namespaces?|derivedFrom|supersede[sd]\w*|contradictoryEvidence|sameText|by)$|(?:Ids?|Hash)$/u;

/** Any JSON value without the secrets in its strings, ids excepted; `count` hears of each. */
export function redactWithin<T>(value: T, count: (kind: SecretKind) => void): T {
  const visit = (one: unknown): unknown => {
    if (typeof one === 'string') {
      const { text, spans } = redactSecrets(one);
      for (const { kind } of spans) count(kind);
      return text;
    }
    if (Array.isArray(one)) return one.map(visit);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(
      Object.entries(one).map(([name, part]) => [name, referring.test(name) ? part : visit(part)]),
    );
  };
  // The shape stays as it was: strings become strings.
  return visit(value) as T;
}
