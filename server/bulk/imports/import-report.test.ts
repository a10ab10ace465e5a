import { expect, test } from 'vitest'
import {
  exportImportReport,
  listImportItems,
  listImportRemarks,
  readImportAgain,
  showImport,
} from '#contract/bulk/imports.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { countedLimits } from '#server/platform/http/limits.ts'
import { as, ask } from '#test/ask.ts'
import { execute, readBytes, readZip } from '#test/run-import.ts'
import { acme, globex, platform, runJobs } from '#test/world.ts'

const asAdmin = as(acme.admin)
await asAdmin(changeLanguages, { body: { items: ['en', 'de'] } })

const remarksOf = (id: string) => asAdmin(listImportRemarks, { params: { id } })
const again = async (id: string) => {
  await asAdmin(readImportAgain, { params: { id } })
  await runJobs()
  return asAdmin(showImport, { params: { id } })
}
const csvOf = (id: string, person = acme.admin) => ask(person, exportImportReport, { params: { id } })

test('a report is grouped by what is said, the worst first, and can be had as CSV that no spreadsheet computes', async () => {
  const { id } = await readZip([
    {
      path: 'report/one.md',
      bytes: '# =HYPERLINK("http://x")\n\n[Gone](gone.md) [Away](away.md)\n\n![Lost](lost.png)',
    },
    { path: 'report/two.md', bytes: '# Two\n\n[Gone](gone.md)' },
    { path: 'report/drei.md', bytes: '---\nlanguage: pl\n---\nTrzy' },
  ])
  expect(await remarksOf(id)).toEqual({
    items: [
      { code: 'language-unknown', count: 1, things: 1 },
      { code: 'picture-missing', count: 1, things: 1 },
      { code: 'link-broken', count: 3, things: 2 },
    ],
    languages: ['pl'],
  })
  const { items } = await asAdmin(listImportItems, { params: { id }, query: { limit: 100, remark: 'link-broken' } })
  expect(items.map(({ source }) => source)).toEqual(['report/one.md', 'report/two.md'])
  const { body } = await csvOf(id)
  expect(body.split('\r\n')[0]).toBe('\uFEFFpath,title,action,state,remark,words,line,about,reason')
  expect(body).toContain(
    `report/one.md,"'=HYPERLINK(""http://x"")",create,waiting,picture-missing,The picture is missing,5,lost.png,`,
  )
  expect(body.trim().split('\r\n')).toHaveLength(1 + 5)
  expect(await as(globex.admin)(exportImportReport, { params: { id } })).toMatchObject({ code: 'import-not-found' })
  expect(await as(globex.admin)(listImportRemarks, { params: { id } })).toMatchObject({ code: 'import-not-found' })
  expect(await as(globex.admin)(readImportAgain, { params: { id } })).toMatchObject({ code: 'import-not-found' })
})

test('a language of the file is added and the same file read again, also after it was taken in', async () => {
  const read = await readZip([
    { path: 'languages/hello.md', bytes: '# Hello\n\nGood day' },
    { path: 'languages/czesc.md', bytes: '---\nlanguage: fr\n---\nSalut' },
  ])
  expect(await execute(read.id)).toMatchObject({ state: 'done', isReadable: true, isExecutable: false })
  await asAdmin(changeLanguages, { body: { items: ['en', 'de', 'fr'] } })
  expect(await again(read.id)).toMatchObject({ state: 'ready', total: 1, counts: { create: 1, unchanged: 1 } })
  expect(await execute(read.id)).toMatchObject({ state: 'done', done: 1, isReadable: false })
  expect(await asAdmin(readImportAgain, { params: { id: read.id } })).toMatchObject({ code: 'import-not-readable' })
})

test('files are read again as often in a day as imports may begin, and another workspace is not asked', async () => {
  const { id } = await readBytes('often.md', Buffer.from('# Often\n\nWords'))
  const read = () => ask(acme.admin, readImportAgain, { params: { id } })
  expect((await read()).statusCode).toBe(202)
  const limit = countedLimits['import-reading']
  const { remaining } = platform.limiter.spend(limit, acme.id, 0)
  platform.limiter.spend(limit, acme.id, remaining)
  const refused = await read()
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests'])
  expect(platform.limiter.spend(limit, globex.id, 0).remaining).toBeGreaterThan(remaining)
  platform.limiter.forget([acme.id])
  await runJobs()
})

test('a report with many remarks is counted as a whole and read in pages', async () => {
  const links = Array.from({ length: 45 }, (_, index) => `[Gone](gone-${index}.md)`).join(' ')
  const { id } = await readZip(
    Array.from({ length: 112 }, (_, index) => ({ path: `many/${index}.md`, bytes: `# ${index}\n\n${links}` })),
  )
  expect((await remarksOf(id)).items).toEqual([{ code: 'link-broken', count: 5040, things: 112 }])
  expect((await csvOf(id)).body.trim().split('\r\n')).toHaveLength(5041)
  const empty = await readBytes('empty.md', Buffer.from('# Empty\n\nNothing to say'))
  expect(await remarksOf(empty.id)).toEqual({ items: [], languages: [] })
})
