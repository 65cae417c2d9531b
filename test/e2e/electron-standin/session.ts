/** Handlers are kept so that a missing one can be noticed: a page is opened only after permissions were decided. */
class Session {
  decidesPermissions = false;

  setPermissionRequestHandler(
    handler: (contents: unknown, permission: string, answer: (granted: boolean) => void) => void,
  ) {
    handler(null, 'media', (granted) => {
      if (granted) throw new Error('the window grants a permission');
      this.decidesPermissions = true;
    });
  }

  setPermissionCheckHandler(handler: () => boolean): void {
    if (handler()) throw new Error('the window grants a permission');
  }
}

export const session = { defaultSession: new Session() };
