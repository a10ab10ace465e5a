import MarkdownIt from 'markdown-it'

// Shows HTML in the text as plain text. Does not make links of script URLs.
const reader = new MarkdownIt({ html: false, linkify: false })

export const drawMarkdown = (text: string) => reader.render(text)
