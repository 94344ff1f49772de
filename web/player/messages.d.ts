// The messages between the player page and the server, made from crates/greenroom-stage/src/course/player_messages.rs
// and crates/greenroom-web/src/stage/{events,lms,player_start}.rs. The test `the_players_types_are_those_of_the_server` compares them, and
// writes them with GREENROOM_UPDATE_SCRIPTS=1.

import type { Opening } from "../../crates/scorm-wasm/js/messages.js";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** An element, as rehearsals find it. */
export type ActTarget = {
  /** Empty if it has none that it can be found by. */
  name: string;
  /** Which of several with the same role and name, from 0. */
  nth: number;
  role: string;
  /** Matches it alone; `>>>` leads into frames. */
  selector: string;
};

/** The name of the API object. */
export type ApiObject = "API" | "API_1484_11";

/** What the page fetches before anything happens. */
export type Boot = {
  /** The API object that the course looks for. */
  api: ApiObject;
  /** How an LMS shows the content. */
  frame?: FrameLook;
  /** The code of an LMS answers instead of the engine. */
  lms?: LmsBoot;
  /** The LMS has no such object, so the course finds none. */
  no_api?: boolean;
  /** What the engine opens the session with; opaque to the page. */
  opening: Opening;
  /** The course opens in a window of its own instead of the frame. */
  popup: boolean;
};

/** A place in a script of the course. */
export type CallFrame = {
  /** From 1, in UTF-16 units. */
  column: number;
  /** Path below the package. */
  file: string;
  /** The function that the place is in, as the browser calls it. */
  function?: string;
  /** From 1. */
  line: number;
};

/** Which click. */
export type ClickTold = "single" | "second" | "right";

/** How content left its window by itself. */
export type Departure = {
  /** In which way. */
  how: DepartureKind;
  /** Where it wanted to go. */
  url?: string;
};

/** In which way content left. */
export type DepartureKind = "closes_window" | "navigates_top";

/** What stands in a field. */
export type Entered =
  | {
    kind: "text";
    text: string;
  }
  | {
    kind: "options";
    options: string[];
  }
  /** A password or the like: what it is stays in the page. */
  | {
    kind: "secret";
  };

/** What becomes of the frame when content is taken away. */
export type FrameEnd = "remove_frame" | "about_blank" | "navigate_top" | "close";

/** The frame that an LMS gives to the content. */
export type FrameLook = {
  /** The attribute of this name. */
  allow?: string;
  /** As CSS. */
  height?: string;
  /** What becomes of the frame when the content is taken away. */
  leave: FrameEnd;
  /** Pixels. */
  min_height?: number;
  /** The attribute of this name. */
  sandbox?: string;
  /** As CSS. */
  width?: string;
};

/** An event as the page numbered it. */
export type JournalEntry = {
  /** Instead of an event: what a person did to the page. Checked by whoever keeps it. */
  act?: PersonAct;
  /** Beside the event that closes the course: its content left its window by itself. */
  departure?: Departure;
  /** The event, checked by whoever keeps it. */
  event?: Json;
  /** What the code of an LMS told the content, checked by whoever keeps it. */
  lms?: Json;
  /** Starts at 1 and rises by 1 within one page. */
  seq: number;
  /** Beside a call of the content: where its script made it, the innermost first. */
  source?: CallFrame[];
  /** Instead of an event: the one that the server made under this number has happened now. */
  ticket?: number;
  /** How long that took in the page, in microseconds. */
  took_us?: number;
};

/** The code of an LMS, as the page must know it. */
export type LmsBoot = {
  /** How long the LMS's page stays for late saves when the content is gone. */
  grace_ms: number;
  /** The names of the API object. */
  names: string[];
  /** How long it takes until the LMS's page launches the next SCO. */
  next_sco_ms: number;
  /** The name of the other version's object, where both are there at once. */
  other?: string;
  /** Whose code. */
  profile: string;
  /** The most characters of suspend_data, where settings say another number. */
  suspend_data?: number;
  version: LmsVersion;
};

/** What a SCO is launched with. */
export type LmsLaunch = {
  /** What the LMS's code begins with; opaque to the page. */
  launch: Json;
  /** Counts the launches of the session. */
  number: number;
};

/** The version that the LMS plays the course as. */
export type LmsVersion = "1.2" | "2004";

/** An event that the server made; the page carries it out, and says when it happened. */
export type Order = {
  /** The event as JSON. */
  event: string;
  ticket: number;
};

/** One thing that a person did, or that came of it. */
export type PersonAct =
  /** Something is being entered: what the course does from now on may come of it. */
  | {
    what: "begins";
  }
  | {
    what: "clicks";
    how: ClickTold;
    on: ActTarget;
  }
  /** A field has another value. */
  | {
    what: "enters";
    on: ActTarget;
    value: Entered;
  }
  | {
    what: "presses";
    /** Like `Enter` or `Shift+Tab`. */
    key: string;
    /** What has the focus; absent for the page itself. */
    on?: ActTarget;
  }
  | {
    what: "drags";
    /** Or how far it was moved. */
    by?: Way;
    on: ActTarget;
    /** Where it was dropped. */
    onto?: ActTarget;
  }
  /** A film or sound has come to its end. */
  | {
    what: "plays_out";
  }
  /** The course is shown in this size from now on. */
  | {
    what: "sizes";
    height: number;
    width: number;
  }
  /** The headings that the page shows, once it is at rest. */
  | {
    what: "sees";
    headings: string[];
  }
  /** A file was not loaded, or a script has failed. */
  | {
    what: "fails";
    /** Line in it, from 1. */
    line?: number;
    message?: string;
    /** Path of the script below the package. */
    source?: string;
    url?: string;
  }
  /** A script of the course said something to the console. */
  | {
    what: "says";
    level: SaidLevel;
    /** Line in it, from 1. */
    line?: number;
    /** Path of the script below the package. */
    source?: string;
    text: string;
  }
  /** The console said more than is told: so much so far. */
  | {
    what: "leaves_out";
    messages: number;
  }
  /** Something was done that no rehearsal can do again. */
  | {
    what: "unwritten";
    why: UnwrittenWhy;
  };

/** What the player begins with. */
export type PlayerStart = {
  /** The key of the journal. */
  key: string;
  /** The event that begins the session. */
  launch: Order;
  /** The key of the LMS's saves; empty without an LMS. */
  lms_key: string;
};

/** How serious a message of the console is. */
export type SaidLevel = "error" | "warning" | "info" | "debug";

/** Why an act cannot be written down. */
export type UnwrittenWhy = "place_in_picture" | "files";

/** How far something was moved, in CSS pixels. */
export type Way = {
  /** To the right. */
  x: number;
  /** Down. */
  y: number;
};
