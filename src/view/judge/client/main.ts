import { h, render } from '../../../html.js';
import type { JudgeState } from '../judge-types.js';
import { App } from './app.js';
import { Pages } from './pages.js';
import { Sender, type Trouble } from './sender.js';
import { Answered, Server } from './server.js';
import { Session } from './session.js';
import { textsIn } from './texts.js';

const AHEAD = 3;
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The token stands behind the # of the address, which is sent nowhere; so a page that is loaded again, or opened twice, has it. */
async function start(): Promise<void> {
  const place = document.getElementById('judge')!;
  const token = location.hash.slice(1);
  const server = new Server(token, new URLSearchParams(location.search).get('judge'));
  if (token === '') return say(place, 'This address lacks its token: copy all of it from the terminal.');
  place.replaceChildren();
  begin(place, server, await firstState(place, server));
}

/** Asks until the server is there; what it refuses is shown and not asked again. */
async function firstState(place: HTMLElement, server: Server): Promise<JudgeState> {
  for (;;) {
    try {
      const state = await server.state();
      place.replaceChildren();
      return state;
    } catch (thrown) {
      const refused = thrown instanceof Answered;
      say(place, refused ? thrown.message : 'The server does not answer; it is asked again until it does.');
      await (refused ? new Promise<never>(() => {}) : wait(1500));
    }
  }
}

function begin(place: HTMLElement, server: Server, state: JudgeState): void {
  let trouble: Trouble = null;
  const draw = () => render(h(App, { session, trouble, pages }), place);
  const pages: Pages = new Pages(
    (doc) => server.page(doc),
    () => draw(),
  );
  const fetchAhead = () => pages.want(ahead(session));
  const changed = () => {
    fetchAhead();
    draw();
    if (session.outbox.waiting().length > 0) void sender.flush();
  };
  const session: Session = new Session(state, {
    texts: textsIn(() => localStorage),
    now: Date.now,
    newId: () => crypto.randomUUID(),
    changed: () => changed(),
  });
  const sender: Sender = new Sender(server, session.outbox, {
    version: () => session.version,
    receive: (said) => session.receive(said),
    trouble: (next) => {
      trouble = next;
      fetchAhead();
      draw();
    },
    wait,
  });
  document.title = `Judge ${state.pool}`;
  changed();
  // Where the browser keeps nothing, leaving would lose what is not sent.
  addEventListener('beforeunload', (event) => {
    if (!session.outbox.lasting && session.outbox.waiting().length > 0) event.preventDefault();
  });
  addEventListener('focus', () => void sender.flush());
  // Another window of this browser has done something.
  addEventListener('storage', () => void sender.flush());
  void sender.keepOn();
}

/** The pages that come next, the one that is looked at first. */
function ahead(session: Session) {
  const from = session.at;
  if (from === null) return [];
  return session.state.tasks.slice(from, from + 1 + AHEAD).map((_, i) => session.taskAt(from + i).doc);
}

function say(place: HTMLElement, sentence: string): void {
  const line = document.createElement('p');
  line.className = 'wait';
  line.setAttribute('role', 'alert');
  line.textContent = sentence;
  place.replaceChildren(line);
}

void start();
