/** Choices of settings. This file has no schemas, so that the web can import it. */
export const mediaKinds = ['image', 'video', 'audio', 'document', 'other'] as const

export const richBlocks = [
  ...(['heading', 'bulletList', 'orderedList', 'taskList', 'blockquote', 'callout', 'codeBlock', 'table'] as const),
  ...(['picture', 'file', 'video', 'horizontalRule', 'steps', 'details', 'columns'] as const),
  ...(['entry', 'inlineEntry'] as const),
] as const
export const richMarks = ['bold', 'italic', 'strike', 'code', 'highlight', 'key', 'link'] as const
