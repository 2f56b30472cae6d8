// Checks the built site: node check-site.mjs FOLDER BASE VERSION
// FOLDER contains one folder for each version, and BASE is the path of FOLDER on the web server.
// Fails if a link or an anchor leads nowhere, if a page requests another host, or if a Markdown file has no page.
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const [folder, base, version] = process.argv.slice(2)
const problems = new Map()

/** Collects a problem, with the files that have it. */
const report = (text, file) => problems.set(text, (problems.get(text) ?? new Set()).add(file))

/** Paths of the files in a folder, with slashes. The check compares names exactly, as a web server does. */
const filesIn = (top, skips = () => false, from = '') =>
  fs.readdirSync(path.join(top, from), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(from, entry.name)
    return skips(entry.name) ? [] : entry.isDirectory() ? filesIn(top, skips, file) : [file]
  })

const files = new Set([...filesIn(folder, undefined, version), 'index.html'])
const written = [...files].filter((file) => !file.startsWith(`${version}/api/`))
const read = (file) => fs.readFileSync(path.join(folder, file), 'utf8')

// Markup

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescape = (text) =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) =>
    hex || decimal ? String.fromCodePoint(hex ? parseInt(hex, 16) : decimal) : (entities[name] ?? all))

const pairs = `((?:"[^"]*"|'[^']*'|[^"'>])*)`
const element = new RegExp(
  `<!--[^]*?-->|<(script|style)\\b${pairs}>([^]*?)</\\1>|<([a-z][^\\s/>]*)${pairs}>`, 'gi')
const attribute = /([^\s"'=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

/** Elements of a page or picture, each with its tag, its attributes, and its text if it is a script or a style. */
const elements = (text) =>
  [...text.matchAll(element)]
    .filter(([all]) => !all.startsWith('<!'))
    .map(([, raw, rawPairs, content, tag, tagPairs]) => ({
      tag: (raw ?? tag).toLowerCase(),
      content: content ?? '',
      attributes: Object.fromEntries(
        [...(rawPairs ?? tagPairs).matchAll(attribute)].map(([, key, double, single, bare]) => [
          key.toLowerCase(), unescape(double ?? single ?? bare)
        ]))
    }))

const anchors = new Map()

/** Fragments that a page has. */
function anchorsOf(file) {
  if (!anchors.has(file)) {
    const found = elements(read(file)).flatMap(({ tag, attributes }) => [attributes.id, tag === 'a' && attributes.name])
    anchors.set(file, new Set(['', 'top', ...found]))
  }
  return anchors.get(file)
}

// Addresses

const site = new URL(base, 'http://site.invalid')

/** Returns the address that a reference in a file means. */
function address(reference, file) {
  try {
    return new URL(reference, new URL(file, site))
  } catch {
    report(`No valid address: ${reference}`, file)
    return site
  }
}

/** Checks that a link within the site leads to a file, and its fragment to an element there. */
function checkLink(reference, file) {
  const target = address(reference, file)
  if (target.host === site.host) {
    const pathname = decodeURIComponent(target.pathname)
    const inSite = pathname.startsWith(site.pathname) ? pathname.slice(site.pathname.length) : undefined
    const found = inSite === '' || inSite?.endsWith('/') ? `${inSite}index.html` : inSite
    const fragment = decodeURIComponent(target.hash.slice(1))
    if (!files.has(found)) {
      report(`No file for the link ${reference}`, file)
    } else if (fragment && found.endsWith('.html') && !anchorsOf(found).has(fragment)) {
      report(`No anchor for the link ${reference}`, file)
    }
  }
}

/** Checks that the browser loads a file from the site, and that the file exists. */
function checkRequest(reference, file) {
  const target = address(reference, file)
  if (/^(https?|wss?|ftp):$/.test(target.protocol) && target.host !== site.host) {
    report(`Another host is requested: ${reference}`, file)
  } else if (!reference.startsWith('#')) {
    checkLink(reference, file)
  }
}

/** Checks the addresses that a style sheet loads. */
const checkStyle = (text, file) =>
  [...text.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^)\s]*))|@import\s+(?:"([^"]*)"|'([^']*)')/g)]
    .map((match) => match.slice(1).find((value) => value !== undefined))
    .forEach((reference) => checkRequest(reference, file))

// Addresses in the generator's scripts that no page of this site requests: names of formats, the base of a parser, the
// link of an error text, and the icons of social links, which the site does not have.
const unused = [
  'http://www.w3.org/',
  'http://a.com',
  'https://vuejs.org/error-reference/',
  'https://api.iconify.design/simple-icons/'
]
const literal = /["'`]((?:\w+:)?\/\/\w[^"'`]*)/g
const callers = 'fetch|import|from|importScripts|sendBeacon|WebSocket|EventSource|Worker|Request|URL'
const call = new RegExp(`\\b(?:${callers})\\s*\\(?\\s*${literal.source}`, 'g')

/** Checks the addresses in a script. The script of a page contains the text of the page, so only calls count there. */
function checkScript(text, file) {
  const isText = /\.md\.[^/]*\.js$|localSearchIndex/.test(file)
  for (const [, reference] of text.matchAll(isText ? call : literal)) {
    if (!unused.some((start) => reference.startsWith(start))) {
      checkRequest(reference, file)
    }
  }
}

// A link element with one of these relations only names an address.
const namingRelation = /^(canonical|alternate|author|license|help|next|prev|search)$/

/** Checks what an element links to, and what the browser loads for it. */
function checkElement({ tag, attributes, content }, file) {
  const { href, src, srcset, poster, data, style, rel } = attributes
  const links = /^(a|area)$/.test(tag) || (tag === 'link' && namingRelation.test(rel)) ? checkLink : checkRequest
  if (href !== undefined) {
    links(href, file)
  }
  const sources = srcset?.split(/,\s+/).map((source) => source.trim().split(/\s/)[0]) ?? []
  for (const reference of [src, poster, tag === 'object' ? data : undefined, attributes['xlink:href'], ...sources]) {
    if (reference !== undefined) {
      checkRequest(reference, file)
    }
  }
  if (tag === 'meta' && attributes['http-equiv']?.toLowerCase() === 'refresh') {
    checkLink(/url=(.*)/i.exec(attributes.content)[1], file)
  }
  checkStyle(style ?? '', file)
  if (tag === 'style') {
    checkStyle(content, file)
  } else if (tag === 'script') {
    checkScript(content, file)
  }
}

// Checks

const skipped = (name) => name.startsWith('.') || name === 'node_modules' || name === 'target'
for (const markdown of filesIn(root, skipped).filter((file) => file.endsWith('.md'))) {
  const page = markdown.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html')
  if (!files.has(`${version}/${page}`)) {
    report('No page for the file', markdown)
  }
}
for (const file of written) {
  if (/\.(html|svg)$/.test(file)) {
    elements(read(file)).forEach((found) => checkElement(found, file))
  } else if (file.endsWith('.css')) {
    checkStyle(read(file), file)
  } else if (file.endsWith('.js')) {
    checkScript(read(file), file)
  }
}

for (const [text, where] of problems) {
  const [first, ...others] = where
  console.log(`${text}: ${first}${others.length ? ` and ${others.length} other files` : ''}`)
}
console.log(`${written.filter((file) => file.endsWith('.html')).length} pages checked, ${problems.size} problems`)
process.exitCode = problems.size ? 1 : 0
