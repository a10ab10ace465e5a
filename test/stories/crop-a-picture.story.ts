import sharp from 'sharp'
import { expectAccessible, lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('a picture is cropped by keyboard and pointer, saved, and shown whole again', async ({ page, site }) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/cms/media'))
  const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } }).png()
  const file = { name: 'bakery.png', mimeType: 'image/png', buffer: await picture.toBuffer() }
  await page.getByLabel('Files to upload').setInputFiles(file)
  await page.getByRole('list', { name: 'Files' }).getByRole('link').click()
  const details = page.getByRole('complementary', { name: 'File details' })
  const side = (name: string) => page.getByRole('slider', { name: `${name} side` })
  const dialog = page.getByRole('dialog')

  await details.getByRole('button', { name: 'Crop' }).click()
  await side('Left').press('Shift+ArrowRight')
  await side('Right').press('ArrowLeft')
  await expect(side('Left')).toHaveAttribute('aria-valuetext', '10 % from the left')
  await expect(dialog.getByRole('status')).toHaveText('534 × 400 pixels')
  const { x, y, width, height } = (await side('Bottom').boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y - 600, { steps: 3 })
  await page.mouse.up()
  await expect(side('Bottom')).toHaveAttribute('aria-valuetext', '5 % from the top')
  // The handles of the smallest crop overlap, so `target-size` cannot pass. The keyboard can still move each handle.
  await expectAccessible(page, (axe) => axe.disableRules('target-size'))
  await dialog.getByRole('button', { name: 'Whole picture' }).click()
  await side('Left').press('Shift+ArrowRight')
  await lookAtThis(page)
  await dialog.getByRole('button', { name: 'Use crop' }).click()

  await expect(details.getByRole('button', { name: 'Change crop' })).toBeFocused()
  await lookAtThis(page)
  await details.getByRole('button', { name: /^Focal point/ }).press('ArrowRight')
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await page.reload()
  await details.getByRole('button', { name: 'Change crop' }).click()
  await expect(side('Left')).toHaveAttribute('aria-valuetext', '10 % from the left')
  await page.keyboard.press('Escape')

  await details.getByRole('button', { name: 'Whole picture' }).click()
  await expect(details.getByRole('button', { name: 'Crop', exact: true })).toBeFocused()
  await details.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()
})
