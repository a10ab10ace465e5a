import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { publishArticle, writeTranslation } from '#contract/knowledge-base/articles.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { searchArticles } from '#contract/knowledge-base/search.ts'
import { as } from '#test/ask.ts'
import { newArticle } from '#test/new-article.ts'
import { acme } from '#test/world.ts'

// Searches a help centre in five languages with questions about its articles (test/evaluation). Measures how often the
// right article is among the first three results, without and with a typing error.
const languages = ['en', 'de', 'fr', 'es', 'hr']
// Minimum share of found articles in all languages together. The share of each language may be lower by at most
// `below`.
const wanted = { asIs: 0.92, misspelt: 0.85 }
const below = 0.1

type Text = { title: string; blocks: object[]; questions: string[] }
const asAdmin = as(acme.admin)
const text = (said: string) => [{ type: 'text', text: said }]

/** Reads the articles of a Markdown file. Lines that begin with `?` are questions about the article. */
const readTexts = (language: string): Text[] =>
  readFileSync(`test/evaluation/${language}.md`, 'utf8')
    .split(/^# /m)
    .filter((part) => part !== '')
    .map((part) => {
      const [title = '', ...lines] = part.split('\n').filter((line) => line !== '')
      return {
        title,
        blocks: lines.filter((line) => !line.startsWith('? ')).map(blockOf),
        questions: lines.filter((line) => line.startsWith('? ')).map((line) => line.slice(2)),
      }
    })

const blockOf = (line: string) =>
  line.startsWith('## ')
    ? { type: 'heading', attrs: { level: 2 }, content: text(line.slice(3)) }
    : { type: 'paragraph', content: text(line) }

await asAdmin(changeLanguages, { body: { items: languages } })
const corpus = new Map(languages.map((language) => [language, readTexts(language)]))
for (const [at] of corpus.get('en')!.entries()) {
  const { id } = await newArticle({ title: '' })
  for (const language of languages) {
    const { title, blocks } = corpus.get(language)![at]!
    await asAdmin(writeTranslation, {
      params: { id, language },
      body: { title, document: { type: 'doc', content: blocks } },
    })
    await asAdmin(publishArticle, { params: { id }, body: { language } })
  }
}

type Answered = { language: string; question: string; title: string; place: number }

async function ask(language: string, title: string, question: string): Promise<Answered> {
  const { items } = await as(acme.customer)(searchArticles, { query: { q: question, language } })
  return { language, question, title, place: items.findIndex((item) => item.title === title) }
}

/** Asks the questions of a language one after the other, because this test does not measure load. */
async function askAll(change: (question: string, at: number) => string): Promise<Answered[]> {
  const answered = languages.map(async (language) => {
    const answers: Answered[] = []
    for (const { title, questions } of corpus.get(language)!)
      for (const [at, question] of questions.entries()) answers.push(await ask(language, title, change(question, at)))
    return answers
  })
  return (await Promise.all(answered)).flat()
}

// Puts one error into the longest word. The kinds of error alternate: swapped, missing, doubled or different letters.
function misspell(question: string, at: number): string {
  const longest = question.match(/\p{L}+/gu)!.reduce((best, word) => (word.length > best.length ? word : best))
  const middle = Math.floor(longest.length / 2)
  const [before, one, other, after] = [
    longest.slice(0, middle),
    longest[middle]!,
    longest[middle + 1] ?? '',
    longest.slice(middle + 2),
  ]
  const errors = [`${other}${one}`, other, `${one}${one}${other}`, `${one === 'x' ? 'y' : 'x'}${other}`]
  return question.replace(longest, `${before}${errors[(at + longest.length) % errors.length]}${after}`)
}

const isHit = ({ place }: Answered) => place >= 0 && place < 3
const shareOf = (answered: Answered[]) => answered.filter(isHit).length / answered.length

function report(what: string, answered: Answered[]) {
  const byLanguage = [...Map.groupBy(answered, ({ language }) => language)]
  const shares = byLanguage.map(([language, own]) => `${language} ${(shareOf(own) * 100).toFixed(1)} %`)
  const first = answered.filter(({ place }) => place === 0).length / answered.length
  const missed = answered
    .filter((one) => !isHit(one))
    .map(({ language, question, title }) => `  ${language} "${question}" → ${title}`)
  console.log(
    [
      `${what}, ${answered.length} questions: ${(shareOf(answered) * 100).toFixed(1)} % in the first three, ${(first * 100).toFixed(1)} % first; ${shares.join(', ')}`,
      ...missed,
    ].join('\n'),
  )
  return { all: shareOf(answered), worst: Math.min(...byLanguage.map(([, own]) => shareOf(own))) }
}

describe('of the questions in every language the right article is among the first three', () => {
  test('as they are asked, for 92 of 100', async () => {
    const answered = await askAll((question) => question)
    expect(answered.length).toBeGreaterThanOrEqual(200)
    const { all, worst } = report('as asked', answered)
    expect(all).toBeGreaterThanOrEqual(wanted.asIs)
    expect(worst).toBeGreaterThanOrEqual(wanted.asIs - below)
  })

  test('with a typing error, for 85 of 100', async () => {
    const { all, worst } = report('misspelt', await askAll(misspell))
    expect(all).toBeGreaterThanOrEqual(wanted.misspelt)
    expect(worst).toBeGreaterThanOrEqual(wanted.misspelt - below)
  })
})
