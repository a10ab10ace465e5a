import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { browserFlags, findBrowser } from '#test/browser.ts'
import type { BenchSetup } from './place.ts'
import { plantArticles } from './plant-articles.ts'
import { publicPages } from './public-pages.ts'
import { makeWords } from './words.ts'

/**
 * Downloads Lighthouse only when it runs, because Lighthouse with its dependencies is larger than all other packages
 * together.
 */
const lighthouse = 'lighthouse@13.5.0'
const wanted = 95
const rounds = 3
const groups = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Scores = Record<(typeof groups)[number], number>

/**
 * Runs Lighthouse on the public pages of a simulated phone with a slow network. Prints each score and returns the names
 * of the scores below the target.
 */
export async function measureLighthouse({ databaseUrl, ports }: BenchSetup): Promise<string[]> {
  const planted = await plantArticles({ databaseUrl, port: ports.product, count: 500, words: makeWords() })
  console.log(`\nLighthouse, of 100, the middle of ${rounds} rounds; target ${wanted}`)
  const missed: string[] = []
  for (const [name, url] of Object.entries(publicPages(planted, ports.product))) {
    const judged: Scores[] = []
    for (let round = 0; round < rounds; round += 1) judged.push(await judgeAgain(url))
    // Skips the SEO score of search results. They are excluded from search engines, which Lighthouse would count
    // against them.
    for (const group of groups.filter((group) => name !== 'search' || group !== 'seo')) {
      const score = judged.map((scores) => scores[group]).toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!
      console.log(`${name.padEnd(12)}${group.padEnd(18)}${score}${score < wanted ? '  missed' : ''}`)
      if (score < wanted) missed.push(`${group} of ${name}`)
    }
  }
  return missed
}

/** Repeats a round if Chromium left the beginning out of the trace (NO_NAVSTART). */
async function judgeAgain(url: string, triesLeft = 4): Promise<Scores> {
  try {
    return await judge(url)
  } catch (error) {
    if (triesLeft === 0 || !String((error as { stderr?: string }).stderr).includes('NO_NAVSTART')) throw error
    return judgeAgain(url, triesLeft - 1)
  }
}

async function judge(url: string): Promise<Scores> {
  const flags = [...browserFlags, '--headless=new', '--host-resolver-rules="MAP *.localhost 127.0.0.1"']
  const options = ['--quiet', '--output=json', `--only-categories=${groups.join(',')}`]
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', lighthouse, url, ...options, `--chrome-flags=${flags.join(' ')}`],
    { env: { ...process.env, CHROME_PATH: findBrowser() }, maxBuffer: 64 * 1024 * 1024 },
  )
  const { categories } = JSON.parse(stdout) as { categories: Record<keyof Scores, { score: number }> }
  return Object.fromEntries(groups.map((group) => [group, Math.round(categories[group].score * 100)])) as Scores
}
