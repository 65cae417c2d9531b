interface Item {
  readonly label?: string;
  readonly click?: () => void;
  readonly submenu?: readonly Item[];
}

let shown: readonly Item[] = [];

export const Menu = {
  buildFromTemplate: (template: readonly Item[]) => template,
  setApplicationMenu(menu: readonly Item[]): void {
    shown = menu;
  },
};

/** What an operator does with the mouse. Throws when the menu has no such item. */
export function clickMenuItem(label: string): void {
  const item = flatten(shown).find((one) => one.label === label);
  if (item?.click === undefined) throw new Error(`the menu has no item “${label}”`);
  item.click();
}

function flatten(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...flatten(item.submenu ?? [])]);
}
