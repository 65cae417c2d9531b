import { select, type ZoomTransform, zoom, zoomIdentity } from 'd3';
import type { Attachment } from 'svelte/attachments';

/**
 * Pan by dragging, zoom by pinch or Ctrl and wheel (a plain wheel scrolls the page) and by the methods, for buttons and
 * keys. What is marked `data-drag` inside keeps its own dragging.
 */
export class Zooming {
  transform = $state.raw<ZoomTransform>(zoomIdentity);
  readonly #behaviour;
  #element: SVGSVGElement | null = null;

  constructor(most = 64) {
    this.#behaviour = zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, most])
      .filter((event: Event) => {
        if (event.target instanceof Element && event.target.closest('[data-drag]') !== null) return false;
        if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey;
        return !(event instanceof MouseEvent) || event.button === 0;
      })
      .on('zoom', ({ transform }: { transform: ZoomTransform }) => {
        this.transform = transform;
      });
  }

  /** Keeps the panned picture within its own borders. */
  within(width: number, height: number): void {
    this.#behaviour
      .extent([
        [0, 0],
        [width, height],
      ])
      .translateExtent([
        [0, 0],
        [width, height],
      ]);
  }

  readonly attach: Attachment<SVGSVGElement> = (element) => {
    this.#element = element;
    const selection = select(element).call(this.#behaviour).on('dblclick.zoom', null);
    return () => {
      this.#element = null;
      selection.on('.zoom', null);
    };
  };

  by(factor: number): void {
    if (this.#element !== null) this.#behaviour.scaleBy(select(this.#element), factor);
  }

  whole(): void {
    if (this.#element !== null) this.#behaviour.transform(select(this.#element), zoomIdentity);
  }
}
