import MarkdownIt from 'markdown-it'

// HTML within the text stays text, and addresses that run something are no links.
const reader = new MarkdownIt({ html: false, linkify: false })

export const drawMarkdown = (text: string) => reader.render(text)
