import { type Answer, expect, json, test } from './component.ts'

test('what is typed on stays when the list shows what was searched for before', async ({ page, show }) => {
  await show('list-search')
  const box = page.getByRole('searchbox', { name: 'Search things' })
  await box.fill('refund')
  await expect(page.getByLabel('Searched')).toHaveText('refund')
  await box.fill('refund please')
  await expect(page.getByLabel('Searched')).toHaveText('refund please')
  await page.getByRole('button', { name: 'Show refund', exact: true }).click()
  await expect(box).toHaveValue('refund please')
  await page.getByRole('button', { name: 'Show refund please' }).click()
  await expect(box).toHaveValue('refund please')
  await page.getByRole('button', { name: 'Show other' }).click()
  await expect(box).toHaveValue('other')
  await page.getByRole('button', { name: 'Show refund', exact: true }).click()
  await expect(box).toHaveValue('refund')
})

/** Answers a search for `words` at once. Answers other searches only after `letThrough`. */
function searched(words: string, items: unknown[]) {
  const asked: string[] = []
  const gate = Promise.withResolvers<void>()
  const answer: Answer = async (request, response) => {
    const q = new URL(request.url!, 'http://localhost').searchParams.get('q')!
    asked.push(q)
    if (q !== words) await gate.promise
    json(200, { items: q === words ? items : [], next: null })(request, response)
  }
  return { asked, answer, letThrough: gate.resolve }
}

const carl = { id: 'carl', name: 'Carl Sagan', emails: [{ address: 'carl@customer.test', primary: true }] }

test('Enter takes no customer that was found by words typed before', async ({ page, show, stage }) => {
  const { asked, answer, letThrough } = searched('carl', [carl])
  stage.answer('/api/v1/customers', answer)
  await show('requester')
  const field = page.getByRole('combobox', { name: 'Requester' })
  await field.fill('carl')
  await expect(page.getByRole('option', { name: /Carl Sagan/ })).toHaveAttribute('aria-selected', 'true')
  await field.fill('carla@new.test')
  await expect.poll(() => asked).toContain('carla@new.test')
  await field.press('Enter')
  await expect(field).toHaveValue('carla@new.test')
  letThrough()
  await expect(page.getByRole('option')).toHaveCount(0)
  await field.fill('carl')
  await expect(page.getByRole('option', { name: /Carl Sagan/ })).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(field).toHaveValue('carl@customer.test')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Carl Sagan')
})

test('Enter chooses no article that was found by words typed before', async ({ page, show, stage }) => {
  const { asked, answer } = searched('night', [{ id: 'night', title: 'Night shifts' }])
  stage.answer('/api/v1/knowledge-base/articles', answer)
  await show('article-choice')
  const field = page.getByRole('combobox', { name: 'Article' })
  await field.fill('night')
  await expect(page.getByRole('option', { name: 'Night shifts' })).toHaveAttribute('aria-selected', 'true')
  await field.fill('nightmare')
  await expect.poll(() => asked).toContain('nightmare')
  await field.press('Enter')
  await expect(field).toHaveValue('nightmare')
})

test('Enter that comes before the answer chooses the first article of it', async ({ page, show, stage }) => {
  const gate = Promise.withResolvers<void>()
  const asked: string[] = []
  stage.answer('/api/v1/knowledge-base/articles', async (request, response) => {
    asked.push(new URL(request.url!, 'http://localhost').searchParams.get('q')!)
    await gate.promise
    json(200, { items: [{ id: 'night', title: 'Night shifts' }], next: null })(request, response)
  })
  await show('article-choice')
  const field = page.getByRole('combobox', { name: 'Article' })
  await field.fill('night')
  await field.press('Enter')
  await expect.poll(() => asked).toEqual(['night'])
  await expect(field).toHaveValue('night')
  gate.resolve()
  await expect(field).toHaveValue('Night shifts')
})

test('a choice of an article that is left, or closed by Escape, opens no list afterwards', async ({
  page,
  show,
  stage,
}) => {
  const { asked, answer, letThrough } = searched('', [])
  stage.answer('/api/v1/knowledge-base/articles', answer)
  await show('article-choice')
  const field = page.getByRole('combobox', { name: 'Article' })
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).searchParams.get('q')!))
  await field.fill('night')
  await expect.poll(() => asked).toEqual(['night'])
  await field.press('Tab')
  await expect.poll(() => failed).toEqual(['night'])
  await field.fill('nights')
  await expect.poll(() => asked).toEqual(['night', 'nights'])
  await field.press('Escape')
  await expect.poll(() => failed).toEqual(['night', 'nights'])
  letThrough()
})

test('what falls out of the first page when a row comes in stands with what is older', async ({ page, show }) => {
  await show('more')
  const rows = page.getByRole('listitem')
  await page.getByRole('button', { name: 'Show older' }).click()
  await expect(rows).toHaveText(['Row 7', 'Row 6', 'Row 5', 'Row 4', 'Row 3'])
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(rows).toHaveText(['Row 8', 'Row 7', 'Row 6', 'Row 5', 'Row 4', 'Row 3'])
  await page.getByRole('button', { name: 'Show older' }).click()
  await expect(rows).toHaveText(['Row 8', 'Row 7', 'Row 6', 'Row 5', 'Row 4', 'Row 3', 'Row 2', 'Row 1'])
  await expect(page.getByRole('button', { name: 'Show older' })).toHaveCount(0)
})
