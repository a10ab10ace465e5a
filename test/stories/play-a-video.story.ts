import { newLiveArticle } from './articles.ts'
import { lookAtThis } from './look.ts'
import { found } from './people.ts'
import { expect, type Site, test } from './story.ts'

const url = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'

async function plant(site: Site) {
  const company = await found(site, 'video')
  const document = {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'See how it is done.' }] },
      { type: 'video', attrs: { url, title: 'How to move a shift' } },
    ],
  }
  return site.at(company.domain, await newLiveArticle(site, company, { title: 'Watch it', document }))
}

test('a video plays where it stands once it is asked for, and nobody hears of the reader before', async ({
  page,
  site,
}) => {
  const article = await plant(site)
  const asked: string[] = []
  await page.route(/youtube-nocookie\.com/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<title>Player</title><button>Pause</button>' })
  })
  await page.goto(article, { waitUntil: 'networkidle' })
  const link = page.getByRole('link', { name: 'How to move a shift' })
  await lookAtThis(page)
  expect(asked).toEqual([])
  await link.focus()
  await page.keyboard.press('Enter')
  const player = page.locator('iframe[title="How to move a shift"]')
  await expect(player).toBeFocused()
  await expect(player.contentFrame().getByRole('button', { name: 'Pause' })).toBeVisible()
  expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1'])
  await expect(page).toHaveURL(article)
  await expect(link).toHaveAttribute('href', url)
  await lookAtThis(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a video is a link to its page', async ({ page, site }) => {
    const article = await plant(site)
    await page.route(/youtube\.com/, (route) => route.fulfill({ contentType: 'text/html', body: 'The page of it' }))
    await page.goto(article)
    await page.getByRole('link', { name: 'How to move a shift' }).click()
    await expect(page).toHaveURL(url)
  })
})
