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
