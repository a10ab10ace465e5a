import MarkdownIt from 'markdown-it'

// Shows HTML in the text as plain text. markdown-it does not turn `javascript:` URLs into links.
const reader = new MarkdownIt({ html: false, linkify: false })

export const drawMarkdown = (text: string) => reader.render(text)
