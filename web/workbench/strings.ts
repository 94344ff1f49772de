// All words of the page, in one table: key, English, German.

import { computed } from "@preact/signals";
import { settings } from "./state";

const TABLE: Record<string, [en: string, de: string]> = {
  "nav.label": ["Workbench", "Werkbank"],
  "nav.home": ["Home", "Start"],
  "nav.play": ["Play", "Spielen"],
  "nav.questions": ["Questions", "Fragen"],
  "nav.pages": ["Pages", "Seiten"],
  "nav.history": ["History", "Verlauf"],
  "nav.inspector": ["Inspector", "Inspektor"],
  "nav.settings": ["Settings", "Einstellungen"],
  "nav.skip": ["Skip to content", "Zum Inhalt springen"],

  "link.online": ["Connected", "Verbunden"],
  "link.connecting": ["Connecting…", "Verbinde…"],
  "link.offline": ["Reconnecting…", "Verbinde erneut…"],
  "link.unpaired": ["Not paired", "Nicht gekoppelt"],
  "link.lost": [
    "The connection to Greenroom is lost. You can go on writing; answers are sent when it is back.",
    "Die Verbindung zu Greenroom ist unterbrochen. Sie können weiterschreiben; Antworten werden gesendet, sobald sie wieder steht.",
  ],
  "link.agents": ["an agent is connected", "ein Agent ist verbunden"],
  "link.noAgents": ["no agent connected", "kein Agent verbunden"],
  "link.open": ["{n} open", "{n} offen"],
  "link.uptime": ["up {time}", "läuft {time}"],
  "unpaired.title": ["This page is not paired", "Diese Seite ist nicht gekoppelt"],
  "unpaired.text": [
    "Answers are only taken from a browser that was opened by Greenroom. Run this command and open the address it prints:",
    "Antworten werden nur von einem Browser angenommen, den Greenroom geöffnet hat. Führen Sie diesen Befehl aus und öffnen Sie die Adresse, die er ausgibt:",
  ],

  "unpaired.used": [
    "The address was used already, or it is too old. If you did not open it before, another program on this machine may have: look at “History” for answers that you did not give.",
    "Die Adresse wurde schon benutzt oder ist zu alt. Wenn Sie sie nicht schon geöffnet hatten, war es vielleicht ein anderes Programm auf diesem Rechner: Sehen Sie im Verlauf nach Antworten, die Sie nicht gegeben haben.",
  ],

  "pairing.title": [
    "Another browser asks to be let in (number {number})",
    "Ein weiterer Browser bittet um Einlass (Nummer {number})",
  ],
  "pairing.text": [
    "Allow it only if you have just run “greenroom url” or “greenroom” yourself and the number {number} is shown there. Whoever is let in can answer in your name.",
    "Erlauben Sie es nur, wenn Sie gerade selbst „greenroom url“ oder „greenroom“ aufgerufen haben und dort die Nummer {number} steht. Wer eingelassen wird, kann in Ihrem Namen antworten.",
  ],
  "pairing.refuse": ["Refuse", "Ablehnen"],
  "pairing.allow": ["Let it in", "Einlassen"],

  "quiet.on": ["Do not disturb is on", "Nicht stören ist an"],
  "quiet.off": ["Do not disturb is off", "Nicht stören ist aus"],
  "quiet.toggle": ["Do not disturb", "Nicht stören"],

  "notice.course-opened": ["A course was opened; it is on Home.", "Ein Kurs wurde geöffnet; er steht auf „Start“."],
  "home.drop": ["Drop a course here", "Kurs hier ablegen"],
  "home.dropText": ["A zip file, or", "Eine Zip-Datei, oder"],
  "home.choose": ["choose one", "eine auswählen"],
  "home.path": ["Path of a folder or zip on this machine", "Pfad eines Ordners oder Zips auf diesem Rechner"],
  "home.pathExample": ["Path of a folder or zip", "Pfad eines Ordners oder Zips"],
  "home.open": ["Open", "Öffnen"],
  "home.opening": ["Opening…", "Wird geöffnet…"],
  "home.sessions": ["Sessions", "Sitzungen"],
  "home.recent": ["Recent courses", "Zuletzt geöffnet"],
  "home.missing": ["no longer there", "nicht mehr da"],
  "home.play": ["Play", "Spielen"],
  "home.goOn": ["Go on", "Weiter"],
  "home.look": ["Look", "Ansehen"],
  "home.close": ["Close", "Schließen"],
  "home.copy": ["Copy", "Kopieren"],
  "home.copied": ["Copied", "Kopiert"],
  "home.first": ["How to begin", "So geht es los"],
  "home.firstOpen": [
    "Drop the zip of a course above, or paste the path of its folder.",
    "Legen Sie oben das Zip eines Kurses ab, oder fügen Sie den Pfad seines Ordners ein.",
  ],
  "home.firstShell": [
    "Or run “greenroom play COURSE” in a shell.",
    "Oder rufen Sie „greenroom play KURS“ in einer Shell auf.",
  ],
  "home.firstAgent": [
    "Let your agent use Greenroom: what it opens appears here.",
    "Lassen Sie Ihren Agenten Greenroom benutzen: Was er öffnet, erscheint hier.",
  ],

  "driver.agent": ["an agent drives", "ein Agent fährt"],
  "driver.person": ["a person drives", "eine Person fährt"],
  "driver.nobody": ["nobody drives", "niemand fährt"],

  "status.passed": ["passed", "bestanden"],
  "status.failed": ["failed", "nicht bestanden"],
  "status.completed": ["completed", "abgeschlossen"],
  "status.incomplete": ["incomplete", "nicht abgeschlossen"],
  "status.unknown": ["no status yet", "noch kein Status"],

  "play.course": ["Course", "Kurs"],
  "play.previous": ["Previous activity", "Vorige Aktivität"],
  "play.continue": ["Next activity", "Nächste Aktivität"],
  "play.size": ["Size of the frame", "Größe des Rahmens"],
  "play.fit": ["Fit", "Passend"],
  "play.fullscreen": ["Full screen", "Vollbild"],
  "play.suspend": ["Suspend", "Unterbrechen"],
  "play.exit": ["Exit", "Beenden"],
  "play.again": ["Start over…", "Von vorn…"],
  "play.startOver": ["Start over", "Von vorn beginnen"],
  "play.againText": [
    "What was saved of this course is kept aside.",
    "Was von diesem Kurs gespeichert war, wird beiseitegelegt.",
  ],
  "play.mode": ["Mode", "Modus"],
  "learnerMode.normal": ["Learner", "Lernen"],
  "learnerMode.browse": ["Browse", "Ansehen (browse)"],
  "learnerMode.review": ["Review", "Wiederholen (review)"],
  "play.learner": ["Name of the learner", "Name der lernenden Person"],
  "play.resume": ["Play", "Spielen"],
  "play.waiting": ["The course is coming…", "Der Kurs kommt…"],
  "play.byAgent": [
    "An agent plays this course in its own browser. What it does appears beside this.",
    "Ein Agent spielt diesen Kurs in seinem eigenen Browser. Was er tut, erscheint daneben.",
  ],
  "play.elsewhere": [
    "This course is open in another page, or this page was loaded again. Play takes it over here; what was done is kept.",
    "Dieser Kurs ist in einer anderen Seite offen, oder diese Seite wurde neu geladen. „Spielen“ holt ihn hierher; was getan wurde, bleibt erhalten.",
  ],
  "play.left": ["The course was left. Its state is saved.", "Der Kurs wurde verlassen. Sein Stand ist gespeichert."],
  "play.gone": ["The session was closed.", "Die Sitzung wurde geschlossen."],
  "play.resumed": ["resumed", "fortgesetzt"],
  "play.fresh": ["from the beginning", "von Anfang an"],
  "resume.no_saved_data": ["nothing was saved", "nichts war gespeichert"],
  "resume.new_attempt": ["started over", "von vorn begonnen"],
  "play.reading": ["The record of the session is being read…", "Der Verlauf der Sitzung wird gelesen…"],
  "play.notRead": [
    "The moments of the session cannot be shown: {why}",
    "Die Momente der Sitzung lassen sich nicht zeigen: {why}",
  ],
  "play.blocked": ["Blocked", "Gesperrt"],
  "play.blockedText": [
    "The course asked for these addresses. It may load nothing from outside its package.",
    "Der Kurs wollte diese Adressen laden. Er darf nichts von außerhalb seines Pakets laden.",
  ],

  "questions.none": ["All quiet", "Alles ruhig"],
  "questions.noneText": [
    "No agent has a question. When one does, it appears here, and this tab tells you.",
    "Kein Agent hat eine Frage. Sobald einer eine hat, erscheint sie hier, und dieser Tab meldet sich.",
  ],
  "questions.queue": ["Waiting", "In der Warteschlange"],
  "questions.position": ["Place {position} in the queue", "Platz {position} in der Warteschlange"],
  "questions.pick": ["Open now", "Jetzt öffnen"],
  "questions.cancel": ["Cancel", "Abbrechen"],
  "questions.keys": ["Press ? for the list of keys", "? zeigt die Liste der Tasten"],

  "pages.none": ["No page is running", "Keine Seite läuft"],
  "pages.noneText": [
    "When an agent builds a page for you, the link to it appears here.",
    "Wenn ein Agent eine Seite für Sie baut, erscheint hier der Link dazu.",
  ],
  "pages.session": ["Session {id}", "Sitzung {id}"],
  "pages.tabs": ["open in {n} tabs", "offen in {n} Tabs"],
  "pages.tabs.one": ["open in one tab", "offen in einem Tab"],
  "pages.noTabs": ["not open", "nicht offen"],

  "note.title": ["A note for the agent", "Eine Notiz für den Agenten"],
  "note.text": [
    "Nobody is asking right now. What you write here goes along with your next answer.",
    "Gerade fragt niemand. Was Sie hier schreiben, geht mit Ihrer nächsten Antwort mit.",
  ],
  "note.add": ["Keep the note", "Notiz merken"],
  "note.waiting": ["Goes along with the next answer", "Geht mit der nächsten Antwort mit"],
  "note.remove": ["Remove the note", "Notiz entfernen"],

  "tool.planner": ["Decision", "Entscheidung"],
  "tool.text_input": ["Question", "Frage"],
  "tool.single_choice": ["Choose one", "Eines wählen"],
  "tool.multi_choice": ["Choose several", "Mehrere wählen"],
  "tool.screenshot_request": ["Screenshot wanted", "Bildschirmfoto erbeten"],
  "tool.confirm": ["Confirm", "Bestätigen"],

  "card.new": ["New question from {asker}: {question}", "Neue Frage von {asker}: {question}"],
  "card.waiting": ["agent waiting", "Agent wartet"],
  "card.notWaiting": ["agent not waiting: your answer is kept", "Agent wartet nicht: Ihre Antwort wird aufbewahrt"],
  "card.unverified": ["unverified program", "ungeprüftes Programm"],
  "card.submit": ["Submit", "Absenden"],
  "card.cancel": ["Cancel", "Abbrechen"],
  "card.decline": ["Decline…", "Ablehnen…"],
  "card.declineQuestion": [
    "Why do you decline? (You need not say.)",
    "Warum lehnen Sie ab? (Sie müssen es nicht sagen.)",
  ],
  "card.declineNow": ["Decline", "Ablehnen"],
  "card.back": ["Back", "Zurück"],
  "card.discardQuestion": ["Cancel and discard what you entered?", "Abbrechen und das Eingegebene verwerfen?"],
  "card.discard": ["Discard", "Verwerfen"],
  "card.keep": ["Keep editing", "Weiter bearbeiten"],
  "card.addComment": ["Add a comment", "Kommentar hinzufügen"],
  "card.comment": ["Comment", "Kommentar"],
  "card.remember": ["Always answer this way", "Immer so antworten"],
  "card.sending": ["Sending…", "Wird gesendet…"],
  "card.sendLater": [
    "Will be sent as soon as the connection is back",
    "Wird gesendet, sobald die Verbindung wieder steht",
  ],
  "card.delivered": ["Delivered", "Zugestellt"],
  "card.answered": ["Answered", "Beantwortet"],
  "card.cancelled": ["Cancelled", "Abgebrochen"],
  "card.declined": ["Declined", "Abgelehnt"],
  "card.undo": ["Undo", "Rückgängig"],
  "card.undoable": [
    "{done}. Ctrl+Z undoes it for a few seconds.",
    "{done}. Strg+Z macht es noch einige Sekunden lang rückgängig.",
  ],
  "card.undone": ["Undone: the question is open again", "Rückgängig gemacht: Die Frage ist wieder offen"],
  "card.countdown": [
    "The default is submitted in {seconds} s. Any key or click stops this.",
    "Die Vorgabe wird in {seconds} s abgesendet. Jede Taste und jeder Klick hält das an.",
  ],
  "card.form": [
    "This question could not be shown as intended, so here it is as a form.",
    "Diese Frage ließ sich nicht wie vorgesehen anzeigen, darum hier als Formular.",
  ],
  "card.plain": [
    "This question could not be shown as intended, so here it is as text.",
    "Diese Frage ließ sich nicht wie vorgesehen anzeigen, darum hier als Text.",
  ],
  "card.plainFields": ["One line each: {fields}", "Je eine Zeile: {fields}"],
  "card.closed.page": ["Answered in another window", "In einem anderen Fenster beantwortet"],
  "card.closed.agent": ["The agent took the question back", "Der Agent hat die Frage zurückgezogen"],
  "card.closed.clock": ["A question ran out of time without an answer", "Eine Frage ist ohne Antwort abgelaufen"],
  "card.closed.elicitation": ["Answered in the agent's own window", "Im Fenster des Agenten beantwortet"],
  "card.closed.away": [
    "A question was closed while the connection was away; see the history",
    "Eine Frage wurde geschlossen, während die Verbindung fehlte; siehe Verlauf",
  ],

  "failure.Already answered": ["Already answered", "Bereits beantwortet (Already answered)"],
  "failure.Expired": ["The question has expired", "Die Frage ist abgelaufen"],
  "failure.Unknown dialog": ["This question no longer exists", "Diese Frage gibt es nicht mehr"],
  "failure.Answer could not be stored": [
    "Answer could not be stored. What you entered is still here; try again.",
    "Die Antwort konnte nicht gespeichert werden. Ihre Eingabe ist noch da; versuchen Sie es erneut.",
  ],

  "problem.planner": ["Choose an option or write something", "Wählen Sie eine Möglichkeit oder schreiben Sie etwas"],
  "problem.text": ["An answer is needed", "Eine Antwort wird gebraucht"],
  "problem.long": ["At most {n} characters", "Höchstens {n} Zeichen"],
  "problem.long.one": ["At most one character", "Höchstens ein Zeichen"],
  "problem.words": ["Write your answer in words", "Schreiben Sie Ihre Antwort in Worten"],
  "problem.choice": ["Choose one option", "Wählen Sie eine Möglichkeit"],
  "problem.few": ["Choose at least {least}", "Wählen Sie mindestens {least}"],
  "problem.many": ["Choose at most {most}", "Wählen Sie höchstens {most}"],
  "problem.images": ["Add an image, or say in words why not", "Fügen Sie ein Bild hinzu, oder sagen Sie, warum nicht"],
  "problem.confirm": ["Choose Yes or No", "Wählen Sie Ja oder Nein"],
  "problem.field": ["{field} is needed", "{field} wird gebraucht"],
  "problem.number": ["{field} must be a number", "{field} muss eine Zahl sein"],
  "problem.integer": ["{field} must be a whole number", "{field} muss eine ganze Zahl sein"],

  "planner.plan": ["Plan", "Plan"],
  "planner.suggested": ["Suggested:", "Vorgeschlagen:"],
  "planner.options": ["Options", "Möglichkeiten"],
  "planner.more": ["Anything to add?", "Noch etwas dazu?"],
  "planner.text": ["Your decision", "Ihre Entscheidung"],
  "planner.mode": ["Thinking", "Nachdenken"],
  "planner.planButton": ["Plan", "Planen"],
  "planner.execute": ["Execute", "Ausführen"],
  "planner.reopen": ["Execute and reopen", "Ausführen und erneut fragen"],
  "mode.quick": ["Quick", "Schnell"],
  "mode.normal": ["Normal", "Normal"],
  "mode.deep": ["Deep", "Gründlich"],
  "mode.ultra": ["Ultra", "Ultra"],

  "choice.one": ["One of these", "Eine davon"],
  "choice.several": ["Any of these", "Beliebige davon"],
  "choice.tags": ["Show options with the tag", "Möglichkeiten mit Stichwort zeigen"],
  "choice.allTags": ["All", "Alle"],
  "choice.all": ["All or none", "Alle oder keine"],
  "choice.count": ["{chosen} chosen ({least} to {most})", "{chosen} gewählt ({least} bis {most})"],
  "choice.words": ["Your answer in words", "Ihre Antwort in Worten"],
  "choice.inWords": ["Answer in words", "In Worten antworten"],
  "choice.toOptions": ["Back to the options", "Zurück zu den Möglichkeiten"],

  "text.answer": ["Your answer", "Ihre Antwort"],
  "text.length": ["{length} of at most {most} characters", "{length} von höchstens {most} Zeichen"],
  "screenshot.text": ["Anything to add, or why not", "Etwas dazu, oder warum nicht"],
  "confirm.yes": ["Yes", "Ja"],
  "confirm.no": ["No", "Nein"],
  "confirm.again": ["Tap again: {yes}", "Noch einmal tippen: {yes}"],
  "form.optional": ["(optional)", "(freiwillig)"],
  "form.choose": ["Choose…", "Wählen…"],
  "form.list": ["One entry per line", "Ein Eintrag je Zeile"],

  "image.group": ["Images", "Bilder"],
  "image.pick": ["Choose images…", "Bilder wählen…"],
  "image.captureButton": ["Capture the screen", "Bildschirm aufnehmen"],
  "image.ways": ["or paste or drop them here", "oder hier einfügen oder ablegen"],
  "image.uploading": ["Uploading…", "Wird hochgeladen…"],
  "image.remove": ["Remove {name}", "{name} entfernen"],
  "image.count": ["At most 20 images", "Höchstens 20 Bilder"],
  "image.large": ["{name} is larger than 10 MB", "{name} ist größer als 10 MB"],
  "image.total": ["All images together are larger than 32 MB", "Alle Bilder zusammen sind größer als 32 MB"],
  "image.type": ["{name} is not a PNG, JPEG, GIF or WebP image", "{name} ist kein PNG-, JPEG-, GIF- oder WebP-Bild"],
  "image.offline": ["No connection: {name} was not uploaded", "Keine Verbindung: {name} wurde nicht hochgeladen"],
  "image.failed": ["{name} could not be uploaded", "{name} konnte nicht hochgeladen werden"],
  "image.capture": ["The screen could not be captured", "Der Bildschirm konnte nicht aufgenommen werden"],
  "tip.mac": [
    "⌃⇧⌘4 copies a part of the screen to the clipboard; then paste it here.",
    "⌃⇧⌘4 kopiert einen Bildschirmausschnitt; fügen Sie ihn dann hier ein.",
  ],
  "tip.windows": [
    "Windows+Shift+S copies a part of the screen; then paste it here.",
    "Windows+Umschalt+S kopiert einen Bildschirmausschnitt; fügen Sie ihn dann hier ein.",
  ],
  "tip.linux": [
    "Shift+Print copies a part of the screen on most desktops; then paste it here.",
    "Umschalt+Druck kopiert auf den meisten Desktops einen Bildschirmausschnitt; fügen Sie ihn dann hier ein.",
  ],

  "snippet.group": ["Quick replies", "Schnellantworten"],
  "snippet.save": ["Save as quick reply", "Als Schnellantwort merken"],
  "snippet.none": [
    "None yet. Save one here, or from any text you answer with.",
    "Noch keine. Legen Sie hier eine an, oder aus jedem Text, mit dem Sie antworten.",
  ],
  "snippet.new": ["New quick reply", "Neue Schnellantwort"],
  "snippet.add": ["Add", "Hinzufügen"],
  "snippet.edit": ["Quick reply", "Schnellantwort"],

  "markdown.copy": ["Copy", "Kopieren"],
  "markdown.copied": ["Copied", "Kopiert"],
  "markdown.table": ["Table", "Tabelle"],
  "markdown.done": ["done", "erledigt"],
  "markdown.open": ["not done", "nicht erledigt"],

  "attention.waiting": ["waiting", "offen"],
  "attention.title": ["{asker} asks", "{asker} fragt"],
  "notice.paired": ["Another browser was paired with Greenroom", "Ein weiterer Browser wurde mit Greenroom gekoppelt"],

  "history.search": ["Search", "Suchen"],
  "history.tool": ["Tool", "Werkzeug"],
  "history.state": ["Outcome", "Ausgang"],
  "history.project": ["Project", "Projekt"],
  "history.from": ["From", "Von"],
  "history.until": ["To", "Bis"],
  "history.any": ["Any", "Alle"],
  "history.export": ["Export JSON", "JSON exportieren"],
  "history.deleteAll": ["Delete all…", "Alles löschen…"],
  "history.deleteAllQuestion": [
    "Delete the whole history with its images? This cannot be undone.",
    "Den ganzen Verlauf mit seinen Bildern löschen? Das lässt sich nicht rückgängig machen.",
  ],
  "history.delete": ["Delete", "Löschen"],
  "history.keep": ["Keep", "Behalten"],
  "history.more": ["Show more", "Mehr zeigen"],
  "history.count": ["{n} entries", "{n} Einträge"],
  "history.count.one": ["1 entry", "1 Eintrag"],
  "history.none": ["Nothing here yet", "Noch nichts hier"],
  "history.noneText": [
    "Every question that has ended is kept here, whatever its outcome.",
    "Jede beendete Frage wird hier aufbewahrt, wie sie auch ausging.",
  ],
  "history.noMatch": ["No entry matches these filters.", "Kein Eintrag passt zu diesen Filtern."],
  "history.details": ["Details", "Einzelheiten"],
  "history.answer": ["Answer", "Antwort"],
  "history.commentHead": ["Comment", "Kommentar"],
  "history.asked": ["Asked", "Gefragt"],
  "history.source": ["Source", "Herkunft"],
  "history.proof": ["Proven by", "Belegt durch"],
  "proof.accepted_page": ["a page that you let in", "eine Seite, die Sie eingelassen haben"],
  "proof.opened_page": ["a page that Greenroom opened", "eine Seite, die Greenroom geöffnet hat"],
  "proof.first_page": ["the first page, opened by hand", "die erste Seite, von Hand geöffnet"],
  "proof.client_form": ["a form of the agent’s client", "ein Formular im Programm des Agenten"],
  "proof.parent_app": ["another program’s word", "die Angabe eines anderen Programms"],
  "history.by": ["Answered by", "Beantwortet von"],
  "history.delivered": ["Delivered to the agent", "Dem Agenten zugestellt"],
  "history.notDelivered": ["not yet", "noch nicht"],
  "history.parameters": ["Parameters", "Parameter"],
  "outcome.answered": ["answered", "beantwortet"],
  "outcome.cancelled": ["cancelled", "abgebrochen"],
  "outcome.declined": ["declined", "abgelehnt"],
  "outcome.no_response": ["no response", "keine Antwort"],
  "outcome.error": ["error", "Fehler"],
  "state.COMPLETED": ["Answered", "Beantwortet"],
  "state.CANCELLED": ["Cancelled or declined", "Abgebrochen oder abgelehnt"],
  "state.EXPIRED": ["Expired", "Abgelaufen"],
  "state.ERROR": ["Error", "Fehler"],

  "inspector.record": ["Record messages", "Nachrichten aufzeichnen"],
  "inspector.direction": ["Direction", "Richtung"],
  "inspector.incoming": ["Incoming", "Eingehend"],
  "inspector.outgoing": ["Outgoing", "Ausgehend"],
  "inspector.asker": ["Asker", "Fragender"],
  "inspector.text": ["Text", "Text"],
  "inspector.tools": ["Tools", "Werkzeuge"],
  "inspector.export": ["Export", "Exportieren"],
  "inspector.exported": ["Written to {path}", "Geschrieben nach {path}"],
  "inspector.none": ["No messages", "Keine Nachrichten"],
  "inspector.noneText": [
    "Switch recording on to see every message between agents, server and page as it happens.",
    "Schalten Sie die Aufzeichnung ein, um jede Nachricht zwischen Agenten, Server und Seite zu sehen.",
  ],
  "inspector.noneYet": [
    "Recording. Messages appear here as they come.",
    "Zeichnet auf. Nachrichten erscheinen hier, sobald sie kommen.",
  ],
  "inspector.bytes": ["{n} bytes", "{n} Bytes"],
  "inspector.bytes.one": ["1 byte", "1 Byte"],
  "inspector.list": ["Messages", "Nachrichten"],
  "metrics.title": ["Metrics", "Kennzahlen"],
  "metrics.tool": ["Tool", "Werkzeug"],
  "metrics.requests": ["Asked", "Gefragt"],
  "metrics.responses": ["Answered", "Beantwortet"],
  "metrics.errors": ["Errors", "Fehler"],
  "metrics.cancelled": ["Cancelled", "Abgebrochen"],
  "metrics.expired": ["Expired", "Abgelaufen"],
  "metrics.average": ["Mean time", "Mittlere Zeit"],
  "metrics.success": ["Success", "Erfolg"],
  "metrics.all": ["All", "Alle"],

  "settings.looks": ["Looks", "Aussehen"],
  "settings.theme": ["Theme", "Farbschema"],
  "settings.language": ["Language", "Sprache"],
  "settings.system": ["As the system", "Wie das System"],
  "settings.light": ["Light", "Hell"],
  "settings.dark": ["Dark", "Dunkel"],
  "settings.attention": ["Attention", "Aufmerksamkeit"],
  "settings.sound": ["Play a sound for a new question", "Ton bei einer neuen Frage"],
  "settings.autoFocus": [
    "A new question takes the focus when I am not writing",
    "Eine neue Frage erhält den Fokus, wenn ich nicht schreibe",
  ],
  "settings.doNotDisturb": [
    "Do not disturb: no sound, no badge, no notification",
    "Nicht stören: kein Ton, keine Zahl, keine Benachrichtigung",
  ],
  "settings.notifications": ["Notifications of the browser", "Benachrichtigungen des Browsers"],
  "settings.allow": ["Allow…", "Erlauben…"],
  "settings.granted": ["allowed", "erlaubt"],
  "settings.denied": ["blocked in the browser's settings", "in den Einstellungen des Browsers gesperrt"],
  "settings.unsupported": ["not supported by this browser", "von diesem Browser nicht unterstützt"],
  "settings.answering": ["Answering", "Antworten"],
  "settings.autoSubmit": ["Submit a pre-selected default by itself", "Eine Vorauswahl von selbst absenden"],
  "settings.autoSubmitText": [
    "Only in this tab, only what is pre-selected, never for confirmations. Any key or click stops the countdown.",
    "Nur in diesem Tab, nur was vorausgewählt ist, nie bei Bestätigungen. Jede Taste und jeder Klick hält an.",
  ],
  "settings.off": ["Off", "Aus"],
  "settings.undo": ["Undo after answering", "Rückgängig nach dem Antworten"],
  "settings.undoSeconds": ["for {seconds} s", "{seconds} s lang"],
  "settings.undoText": [
    "Answers, cancellations and refusals reach the agent after this time. They are kept at once, whatever happens to this tab.",
    "Antworten, Abbrüche und Ablehnungen erreichen den Agenten nach dieser Zeit. Aufbewahrt sind sie sofort, was auch mit diesem Tab geschieht.",
  ],
  "settings.seconds": ["after {seconds} s", "nach {seconds} s"],
  "settings.snippets": ["Quick replies", "Schnellantworten"],
  "settings.remembered": ["Standing answers", "Stehende Antworten"],
  "settings.rememberedNone": ["No question is answered by itself.", "Keine Frage wird von selbst beantwortet."],
  "settings.learned": ["Learned waiting times", "Gelernte Wartezeiten"],
  "settings.learnedNone": [
    "Nothing learned: every client gets the usual time.",
    "Nichts gelernt: Jeder Client bekommt die übliche Zeit.",
  ],
  "settings.learnedText": ["{seconds} s {progress}", "{seconds} s {progress}"],
  "settings.withProgress": ["with progress", "mit Fortschritt"],
  "settings.withoutProgress": ["without progress", "ohne Fortschritt"],
  "settings.remove": ["Remove {what}", "{what} entfernen"],
  "settings.removeShort": ["Remove", "Entfernen"],
  "settings.about": ["About", "Über"],
  "settings.version": [
    "Greenroom {version} · port {port} · {n} pages · up {uptime}",
    "Greenroom {version} · Port {port} · {n} Seiten · läuft {uptime}",
  ],
  "settings.version.one": [
    "Greenroom {version} · port {port} · 1 page · up {uptime}",
    "Greenroom {version} · Port {port} · 1 Seite · läuft {uptime}",
  ],

  "keys.title": ["Keys", "Tasten"],
  "keys.close": ["Close", "Schließen"],
  "keys.option": ["select an option", "Möglichkeit wählen"],
  "keys.submit": [
    "submit (planner: Execute); in code and the planner's text only Ctrl+Enter",
    "absenden (Planer: Ausführen); in Code und im Text des Planers nur Strg+Enter",
  ],
  "keys.plan": ["planner: Plan", "Planer: Planen"],
  "keys.reopen": ["planner: Execute and reopen", "Planer: Ausführen und erneut fragen"],
  "keys.line": ["new line", "neue Zeile"],
  "keys.confirm": ["Yes, No (dangerous: Y only moves to Yes)", "Ja, Nein (gefährlich: Y springt nur zu Ja)"],
  "keys.mode": ["planner: quick, normal, deep, ultra", "Planer: schnell, normal, gründlich, ultra"],
  "keys.all": ["all or none", "alle oder keine"],
  "keys.words": ["answer in words", "in Worten antworten"],
  "keys.escape": [
    "cancel; asks first if something was entered, and can be undone",
    "abbrechen; fragt nach, wenn etwas eingegeben wurde, und lässt sich rückgängig machen",
  ],
  "keys.undo": [
    "undo the last answer, for a few seconds",
    "die letzte Antwort rückgängig machen, einige Sekunden lang",
  ],
  "keys.paste": ["paste an image or text", "Bild oder Text einfügen"],
  "keys.next": ["next question, then the list and the navigation", "nächste Frage, dann die Liste und die Navigation"],
  "keys.help": ["this list", "diese Liste"],

  "age.now": ["just now", "gerade eben"],
  "age.minutes": ["{n} min", "{n} min"],
  "age.hours": ["{n} h", "{n} Std."],
  "age.days": ["{n} d", "{n} T."],
};

export const language = computed<"en" | "de">(() => {
  const chosen = settings.value.language;
  return chosen === "system" ? (navigator.language.startsWith("de") ? "de" : "en") : chosen;
});

/** The words of a key with `{name}` filled in; of one thing (`n`) those of `key.one`. `otherwise` stands for keys that need not exist. */
export function t(key: string, values: Record<string, string | number> = {}, otherwise = key): string {
  const row = (values["n"] === 1 ? TABLE[`${key}.one`] : undefined) ?? TABLE[key];
  const words = row?.[language.value === "de" ? 1 : 0] ?? otherwise;
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export function age(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return t("age.now");
  if (minutes < 60) return t("age.minutes", { n: minutes });
  return minutes < 60 * 24
    ? t("age.hours", { n: Math.floor(minutes / 60) })
    : t("age.days", { n: Math.floor(minutes / 1440) });
}

export function duration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}

export function time(at: number): string {
  return new Date(at).toLocaleString(language.value, { dateStyle: "medium", timeStyle: "short" });
}
