import type { Attachment } from 'svelte/attachments';

/** Tells when the pointer comes onto an element and leaves it; what it shows must be reachable otherwise too. */
export function pointing(tell: (over: boolean) => void): Attachment<Element> {
  return (element) => {
    const enter = () => tell(true);
    const leave = () => tell(false);
    element.addEventListener('pointerenter', enter);
    element.addEventListener('pointerleave', leave);
    return () => {
      element.removeEventListener('pointerenter', enter);
      element.removeEventListener('pointerleave', leave);
    };
  };
}

/** Tells when a shape is clicked; what it opens must be reachable by keyboard otherwise. */
export function pressing(tell: () => void): Attachment<Element> {
  return (element) => {
    element.addEventListener('click', tell);
    return () => element.removeEventListener('click', tell);
  };
}
