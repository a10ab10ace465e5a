import MarkdownIt from 'markdown-it'

// HTML in the text stays text, and script URLs are not links.
const reader = new MarkdownIt({ html: false, linkify: false })

export const drawMarkdown = (text: string) => reader.render(text)
