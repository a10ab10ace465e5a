import { expect, type Site, test } from './story.ts'

const phone = { width: 390, height: 844 }

test('the reference of the API is read and searched, and asks nobody but this server', async ({ page, site }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(site.at('api', '/api/docs'))
  await expect(page.getByRole('heading', { name: 'Startup Tools API' })).toBeVisible()
  await page.getByRole('button', { name: 'Open Search' }).click()
  await page.keyboard.type('snooze')
  await page.getByRole('option', { name: 'Ends the snooze' }).click()
  await expect(page.getByRole('heading', { name: 'Ends the snooze' })).toBeInViewport()
  expect(asked).toEqual(ownFiles(site, 'api'))
})

test('the reference fits a phone, in the dark too, and on the host of a workspace has no part in its session', async ({
  page,
  site,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(site.at('acme-of-nobody', '/api/docs'))
  await expect(page.getByRole('heading', { name: 'Startup Tools API' })).toBeVisible()
  const seen = await page.evaluate(() => ({
    origin: window.origin,
    tooWideBy: document.documentElement.scrollWidth - window.innerWidth,
    isDark: document.body.classList.contains('dark-mode'),
  }))
  expect(seen).toEqual({ origin: 'null', tooWideBy: 0, isDark: true })
  expect(asked).toEqual(ownFiles(site, 'acme-of-nobody'))
})

const ownFiles = (site: Site, host: string) => ['/api/docs', '/api/docs/scalar.js'].map((path) => site.at(host, path))
