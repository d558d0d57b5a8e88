import { useEffect, useRef, useState } from 'react';

export interface Dropped {
  files: File[];
  /** A folder has no bytes of its own, so the browser cannot send it. */
  folders: string[];
}

/** Takes files that are dropped anywhere on the page; true while files are dragged over it. */
export function useFileDrop(onDropped: (dropped: Dropped) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const handle = useRef(onDropped);
  handle.current = onDropped;
  useEffect(() => {
    // Moving over a child fires `leave` for the parent after `enter` for the child, so both are counted.
    let depth = 0;
    const show = (next: number) => {
      depth = Math.max(0, next);
      setIsOver(depth > 0);
    };
    const enter = (event: DragEvent) => hasFiles(event) && show(depth + 1);
    const leave = (event: DragEvent) => hasFiles(event) && show(depth - 1);
    const over = (event: DragEvent) => {
      // Without this the browser opens the dropped file instead of the page.
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      show(0);
      handle.current(readDropped(event.dataTransfer));
    };
    const controller = new AbortController();
    const { signal } = controller;
    window.addEventListener('dragenter', enter, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => controller.abort();
  }, []);
  return isOver;
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

function readDropped(transfer: DataTransfer | null): Dropped {
  const dropped: Dropped = { files: [], folders: [] };
  for (const item of transfer?.items ?? []) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory) {
      dropped.folders.push(entry.name);
      continue;
    }
    const file = item.getAsFile();
    if (file) dropped.files.push(file);
  }
  return dropped;
}
