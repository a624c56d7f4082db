/// What the tests ask a page. It is in the page before its own script.
enum PageProbe {
    static let script = #"""
        'use strict';
        window.probe = {
          refused: [],
          isHalted: false,
          // Those that are halted: at their end the document does not count them any longer.
          halted: new Set(),

          frame: () => new Promise(done => requestAnimationFrame(done)),

          // Waits until something is so, as often as the page is drawn.
          async until(isSo, what = () => isSo.toString()) {
            const end = performance.now() + 55000;
            for (; !isSo(); await this.frame())
              if (performance.now() > end) throw new Error('never came: ' + what());
          },

          texts: sections => JSON.stringify(sections.map(s => [s.id, s.note, s.title, s.layout, s.row_count,
            s.rows.map(r => [r.id, r.ad, r.title, r.detail, r.remark, r.picture])])),

          // Waits until the page knows this feed.
          shows(feed) {
            const wanted = this.texts(JSON.parse(feed).sections);
            return this.until(() => this.texts(model) === wanted, () => `${wanted}; it is ${this.texts(model)}`);
          },

          // Stops what moves now, and what begins to move later on.
          halt() { this.isHalted = true; },

          all() { return new Set([...document.getAnimations(), ...this.halted]); },

          // Sets all animations to a part of their time.
          at(part) {
            for (const animation of this.all()) {
              if (animation.playState === 'idle') continue;
              animation.pause();
              animation.currentTime = part * animation.effect.getComputedTiming().duration;
            }
          },

          // Ends all animations, and waits until what hangs on them is done.
          async settle() {
            this.isHalted = false;
            const all = [...this.all()].filter(animation => animation.playState !== 'idle');
            this.halted.clear();
            for (const animation of all) animation.finish();
            await Promise.all(all.map(animation => animation.finished));
            await this.frame();
            await this.frame();
          },

          // Where the rows of a screen are in the window, by ID; the copies of those that are gone apart.
          places(width) {
            const places = {};
            for (const el of document.querySelectorAll(`.screen[data-width="${width}"] article`)) {
              const { left, top, width, height } = el.getBoundingClientRect();
              const name = el.dataset.id + (el.classList.contains('gone') ? ' gone' : '');
              places[name] = { left, top, width, height, opacity: Number(getComputedStyle(el).opacity) };
            }
            return places;
          },

          // What is other than in a feed: order, places, texts, and rows that are missing in the window.
          differences(feed) {
            const wrong = [], doc = JSON.parse(feed);
            const near = (a, b) => Math.abs(a - b) <= 0.5;
            if (document.querySelector('.gone')) wrong.push('a copy stayed');
            for (const screen of document.querySelectorAll('.screen')) {
              const width = screen.dataset.width, bounds = screen.getBoundingClientRect();
              const sections = [...screen.children];
              if (sections.length !== doc.sections.length) wrong.push(`${width}: ${sections.length} sections`);
              doc.sections.forEach((section, s) => {
                const el = sections[s], at = `${width}, ${section.id} (${section.layout})`;
                if (!el) return;
                if (el.className !== section.layout) wrong.push(`${at}: is a ${el.className}`);
                if (el.querySelector('h2 span').textContent !== section.title) wrong.push(`${at}: has another title`);
                const body = el.querySelector('.rows'), from = body.getBoundingClientRect();
                const clip = { left: Math.max(bounds.left, from.left), right: Math.min(bounds.right, from.right) };
                const rows = [...body.children];
                let next = 0, rank = section.rank;
                section.rows.forEach((row, r) => {
                  const [x, y, w, h] = section.frames[width][r];
                  if (!row.ad) rank += 1;
                  const left = from.left - body.scrollLeft + x, top = from.top + y;
                  const isSeen = section.layout !== 'chips' && left < clip.right && left + w > clip.left
                    && top < bounds.bottom && top + h > bounds.top;
                  const here = rows[next], is = here?.getBoundingClientRect();
                  const isIt = here?.dataset.id === row.id && Number(here.ariaPosInSet) === section.first + r + 1;
                  if (!isIt) {
                    if (isSeen) wrong.push(`${at}: row ${r}, ${row.id}, is missing; here is ${here?.dataset.id}`);
                    return;
                  }
                  next += 1;
                  if (here.querySelector('b').textContent !== (row.title || row.id)) wrong.push(`${at}: text of ${row.id}`);
                  if (!row.ad && here.dataset.rank !== `${rank}`) wrong.push(`${at}: rank of ${row.id}`);
                  if (section.layout !== 'chips'
                    && !(near(is.left, left) && near(is.top, top) && near(is.width, w) && near(is.height, h)))
                    wrong.push(`${at}: ${row.id} is at ${[is.left, is.top, is.width, is.height]}, not ${[left, top, w, h]}`);
                });
                if (next !== rows.length) wrong.push(`${at}: ${rows.length - next} rows too many, from ${rows[next].dataset.id}`);
              });
            }
            return wrong;
          },

          // All that is drawn, as text.
          drawing() {
            return [...document.querySelectorAll('.screen')].map(screen =>
              [...screen.querySelectorAll('h2, article, section > p')].map(el =>
                [el.tagName, el.style.cssText, el.textContent, el.ariaPosInSet, el.ariaSetSize].join(' '))
                .join('\n')).join('\n\n');
          },
        };
        document.addEventListener('securitypolicyviolation', event =>
          probe.refused.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...parts) {
          const animation = animate.apply(this, parts);
          if (probe.isHalted) {
            animation.pause();
            probe.halted.add(animation);
          }
          return animation;
        };
        """#
}
