import { readFileSync } from 'node:fs'

/** A code block of a page. `name` is the rest of its first line after the language. */
export type Block = { language: string; name: string; text: string; line: number }

/** A request that a reader copies, and the answer that the page shows below the request. */
export type Example = { request: Block; answer: Block | null }

const requests = ['sh', 'ts']
const answers = ['json', 'jsonc', 'http', 'text']

export function readExamples(path: string): Example[] {
  const blocks = readBlocks(readFileSync(path, 'utf8'))
  return blocks.flatMap((request, index) => {
    if (!requests.includes(request.language)) return []
    const next = blocks[index + 1]
    return [{ request, answer: next && answers.includes(next.language) ? next : null }]
  })
}

const readBlocks = (page: string): Block[] =>
  [...page.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(({ index, 1: language, 2: name, 3: text }) => ({
    language: language!,
    name: name!,
    text: text!,
    line: page.slice(0, index).split('\n').length,
  }))
