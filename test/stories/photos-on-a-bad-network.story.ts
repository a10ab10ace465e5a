import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './look.ts'
import { found, openPage, registerCustomer } from './people.ts'
import { expect, test } from './story.ts'

const photo = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})
const front = 'the-lamp-from-the-front-as-it-came-out-of-its-box-on-saturday.jpg'
const files = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove / }) })

test('a request with three photos arrives over a network that breaks twice', async ({ page, site }) => {
  const acme = await found(site)
  await page.setViewportSize({ width: 390, height: 844 })
  await registerCustomer(page, site, acme.domain)
  await openPage(page, site.at(acme.domain, '/customer/tickets/create'))
  const send = page.getByRole('button', { name: 'Send request' })

  await test.step('without a connection the photos are shown and wait, and the page says why nothing goes', async () => {
    await page.getByLabel('Subject').fill('The lamp arrived broken')
    await page.getByLabel('What happened?').fill('Three photos of it.')
    await page.context().setOffline(true)
    await page
      .locator('input[type=file]')
      .setInputFiles([await photo(front, 'teal'), await photo('back.jpg', 'plum'), await photo('box.jpg', 'tan')])
    await expect(files(page)).toContainText([front, 'back.jpg', 'box.jpg'])
    await expect(files(page).getByText('Waiting for connection')).toHaveCount(3)
    await expect(page.getByText('0 of 3 files are uploaded. The rest is uploaded when')).toBeVisible()
    await expect.poll(() => widths(page)).toEqual([128, 128, 128])
    await expect(send).toHaveAccessibleDescription('The files are still uploading')
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  await test.step('when it is back they go by themselves, but for one that it breaks off again', async () => {
    await page.route('**/api/v1/files', async (route) => {
      const isBox = route.request().postDataBuffer()?.includes('box.jpg')
      if (isBox) await route.abort('connectionreset')
      else await route.continue()
    })
    await page.context().setOffline(false)
    await expect(page.getByText('2 of 3 files are uploaded.')).toBeVisible()
    await expect(files(page).getByText('Waiting for connection')).toHaveCount(1)
    await expectAccessible(page)
  })

  await test.step('that one goes by a press, and the request arrives with all three', async () => {
    await page.unroute('**/api/v1/files')
    await page.getByRole('button', { name: 'Try box.jpg again' }).click()
    await expect(page.getByText('files are uploaded')).toHaveCount(0)
    await send.click()
    await expect(page.getByText('Your request is with our team.')).toBeVisible()
    const conversation = page.getByRole('log', { name: 'Conversation' })
    await expect(conversation.getByRole('link')).toHaveText([new RegExp(`^${front}`), /^back\.jpg/, /^box\.jpg/])
    await expect.poll(() => widthsIn(conversation)).toEqual([480, 480, 480])
  })
})

const widths = (page: Page) => widthsIn(files(page))

const widthsIn = (place: Locator) =>
  place.locator('img').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth))
