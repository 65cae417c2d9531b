import type { Attachment } from 'svelte/attachments';

/**
 * Lets the arrow keys, Home and End walk along the buttons (`[data-row]`) of a list, from a search field that stands in
 * the same element too.
 */
export const walkable: Attachment<HTMLElement> = (element) => {
  const walk = (event: KeyboardEvent) => {
    const rows = [...element.querySelectorAll<HTMLElement>('[data-row]')];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const field = event.target instanceof HTMLInputElement;
    const next =
      event.key === 'ArrowDown'
        ? at + 1
        : event.key === 'ArrowUp'
          ? at - 1
          : event.key === 'Home' && !field
            ? 0
            : event.key === 'End' && !field
              ? rows.length - 1
              : null;
    if (next === null) return;
    const row = next < 0 ? element.querySelector<HTMLElement>('input[type=search]') : rows[next];
    row?.focus();
    event.preventDefault();
  };
  element.addEventListener('keydown', walk);
  return () => element.removeEventListener('keydown', walk);
};
