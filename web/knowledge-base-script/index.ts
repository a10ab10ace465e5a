import { followContents } from './contents.ts'
import { addAnchors, offerMarkdown } from './copy-buttons.ts'
import { takeFeedback } from './feedback.ts'
import { keepLanguage } from './language.ts'
import { offerPrint } from './print.ts'
import { searchWhileTyping } from './search/search.ts'
import { offerThemes } from './theme.ts'
import { playVideos } from './videos.ts'
import { tellDatesFromNow } from './when.ts'

// All pages can be read without this script.
keepLanguage()
tellDatesFromNow()
offerThemes()
offerPrint()
offerMarkdown()
addAnchors()
followContents()
playVideos()
takeFeedback()
searchWhileTyping()
