// How controls are called in the commonest languages of courses.
const NEXT = ["next", "continue", "forward", "proceed", "go on", "weiter", "nächste", "vorwärts", "fortfahren", "suivant",
  "suivante", "continuer", "siguiente", "continuar", "adelante", "avanti", "continua", "successivo", "prosegui", "próximo",
  "próxima", "seguinte", "avançar", "volgende", "verder", "doorgaan", "nästa", "fortsätt", "dalej", "następny", "następna",
  "kontynuuj", "ileri", "sonraki", "devam", "devam et", "далее", "следующий", "следующая", "вперёд", "вперед", "продолжить",
  "下一步", "下一页", "下一頁", "下一个", "继续", "繼續", "次へ", "次", "進む", "続ける", "다음", "계속", "التالي", "متابعة",
  "अगला", "आगे", "जारी रखें", "পরবর্তী", "berikutnya", "selanjutnya", "lanjut", "lanjutkan",
  "tiếp", "tiếp theo", "tiếp tục"];
const PREVIOUS = ["previous", "prev", "back", "go back", "zurück", "vorherige", "précédent", "précédente", "retour", "anterior",
  "atrás", "volver", "indietro", "precedente", "voltar", "vorige", "terug", "föregående", "tillbaka", "wstecz", "poprzedni",
  "poprzednia", "geri", "önceki", "назад", "предыдущий", "предыдущая", "上一步", "上一页", "上一頁", "返回", "后退", "前へ", "戻る",
  "이전", "뒤로", "السابق", "رجوع", "पिछला", "पीछे", "পূর্ববর্তী", "sebelumnya", "kembali", "trước", "quay lại"];
const START = ["start", "begin", "launch", "let's go", "let’s go", "get started", "enter", "starten", "beginnen", "los geht's",
  "commencer", "démarrer", "comenzar", "empezar", "iniciar", "inizia", "avvia", "começar", "starta", "börja", "rozpocznij",
  "başla", "başlat", "начать", "старт", "开始", "開始", "始める", "スタート", "시작", "시작하기", "ابدأ", "بدء", "शुरू करें", "শুরু করুন",
  "mulai", "bắt đầu"];
const EXIT = ["exit", "close", "quit", "leave", "schließen", "beenden", "verlassen", "fermer", "quitter", "cerrar", "salir",
  "chiudi", "esci", "fechar", "sair", "sluiten", "afsluiten", "stäng", "avsluta", "zamknij", "wyjdź", "kapat", "çıkış", "çık",
  "закрыть", "выйти", "выход", "关闭", "關閉", "退出", "閉じる", "終了", "닫기", "종료", "إغلاق", "خروج", "बंद करें", "বন্ধ করুন", "tutup",
  "keluar", "đóng", "thoát"];
const SUBMIT = ["submit", "submit all", "check answers", "send", "antworten", "abgeben", "bestätigen", "soumettre", "vérifier",
  "envoyer", "confirmar", "responder", "conferma", "rispondi", "indienen", "controleren", "verzenden", "skicka", "kontrollera",
  "wyślij", "sprawdź", "gönder", "kontrol et", "отправить", "проверить", "ответить", "提交", "检查", "檢查", "送信", "回答する",
  "제출", "제출하기", "إرسال", "تحقق", "जमा करें", "জমা দিন", "kirim", "periksa", "nộp bài", "gửi", "trả lời"];
// What may stand beside such a word without making a title of it.
const THINGS = ["page", "slide", "screen", "lesson", "section", "chapter", "topic", "module", "question", "step", "unit", "part",
  "button", "course", "quiz", "test", "now", "here", "the", "this", "a", "to", "go", "seite", "folie", "frage", "kapitel",
  "lektion", "kurs", "diapositive", "leçon", "écran", "cours", "le", "la", "página", "diapositiva", "pregunta", "lección",
  "curso", "el", "pagina", "domanda", "lezione", "corso", "il", "vraag", "les", "cursus", "sida", "fråga", "kurs", "курс",
  "страница", "слайд", "вопрос", "módulo", "modulo", "modul"];
const QUESTION = /(question|frage|pregunta|domanda|vraag|fråga|pergunta|questão|pytanie|soru|вопрос|問題|问题|題|질문|문제|السؤال|प्रश्न|pertanyaan|câu hỏi|câu)\s*(no\.?|nr\.?|#)?\s*\d{1,3}/i;

const wordsOf = (text) => (typeof text === "string" ? text : "").toLowerCase().replaceAll("\u0307", "")
  .replace(/[^\p{L}\p{M}\p{N}'’\s]+/gu, " ").replace(/\s+/g, " ").trim();
// Whether a control of this label is for what the names say: "Next" and "Next page" are, "Next steps" is a title.
const isCalled = (names, label) => {
  const words = wordsOf(label);
  if (words === "" || words.length > 40) return false;
  if (names.includes(words)) return true;
  const rest = (name) => {
    const parts = ` ${words} `.split(` ${name} `);
    return parts.length === 2 ? wordsOf(parts.join(" ")).split(" ").filter(Boolean) : null;
  };
  return names.some((name) => rest(name)?.every((word) => THINGS.includes(word) || /^\d+$/.test(word)) ?? false);
};
