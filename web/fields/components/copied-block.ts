import type { Values } from '#web/fields/form/field-shape.ts'
import { copyText } from '#web/ui/copy-text.ts'

/** A copied block: the key of its component, and its values. */
export type CopiedBlock = { component: string; values: Values }

const mark = 'startup-tools/block'

/** Writes to the clipboard, and to the storage for browsers that do not let a page read the clipboard. */
export async function copyBlock(block: CopiedBlock) {
  const text = JSON.stringify({ [mark]: block })
  try {
    localStorage.setItem(mark, text)
  } catch {
    // The storage is full or forbidden; the clipboard has the block.
  }
  await copyText(text)
}

export async function readCopiedBlock(): Promise<CopiedBlock | null> {
  const text = await navigator.clipboard?.readText().catch(() => null)
  return parseBlock(text ?? '') ?? parseBlock(localStorage.getItem(mark) ?? '')
}

export function parseBlock(text: string): CopiedBlock | null {
  try {
    const block = (JSON.parse(text) as Record<string, CopiedBlock | undefined> | null)?.[mark]
    return typeof block?.component === 'string' && typeof block.values === 'object' ? block : null
  } catch {
    return null
  }
}
