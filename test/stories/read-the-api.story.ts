import { expect, test } from './story.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 720 }

test('the reference of the API is read and searched, fits a phone in the dark, and has no part in a session of its host', async ({
  page,
  site,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const at = (path: string) => site.at('acme-of-nobody', path)
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(at('/api/docs'))
  await expect(page.getByRole('heading', { name: 'Startup Tools API' })).toBeVisible()

  await expect(page.locator('body')).toHaveClass(/dark-mode/)
  const tooWideBy = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(tooWideBy).toBe(0)
  expect(await page.evaluate(() => window.origin)).toBe('null')

  await page.setViewportSize(desktop)
  await page.getByRole('button', { name: 'Open Search' }).click()
  await page.keyboard.type('snooze')
  await page.getByRole('option', { name: 'Ends the snooze' }).click()
  await expect(page.getByRole('heading', { name: 'Ends the snooze' })).toBeInViewport()
  expect(asked).toEqual(['/api/docs', '/api/docs/scalar.js'].map(at))
})
