/** Ends the process once its output is out, even if something forgotten would keep it alive. */
export function finish(exitCode: number): void {
  process.exitCode = exitCode;
  process.stdout.write('', () => setTimeout(() => process.exit(exitCode), 2000).unref());
}
