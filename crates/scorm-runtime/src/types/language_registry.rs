//! The code lists behind [`super::language`]: ISO 639-1, ISO 639-2, ISO 3166-1 and the tags that
//! IANA registered under RFC 3066, withdrawn codes included.
//!
//! Codes stand in alphabetical order with one blank between them, so that a lookup is a binary
//! search without any table to build.

/// ISO 639-1: two letters.
pub(super) const LANGUAGES_2: &str = "\
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da \
    de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz \
    ia id ie ig ii ik in io is it iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la \
    lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj \
    om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv \
    sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

/// ISO 639-2: three letters, bibliographic and terminology codes.
pub(super) const LANGUAGES_3: &str = "\
    aar abk ace ach ada ady afa afh afr ain aka akk alb ale alg alt amh ang anp apa ara arc arg arm \
    arn arp art arw asm ast ath aus ava ave awa aym aze bad bai bak bal bam ban baq bas bat bej bel \
    bem ben ber bho bih bik bin bis bla bnt bod bos bra bre btk bua bug bul bur byn cad cai car cat \
    cau ceb cel ces cha chb che chg chi chk chm chn cho chp chr chu chv chy cmc cop cor cos cpe cpf \
    cpp cre crh crp csb cus cym cze dak dan dar day del den deu dgr din div doi dra dsb dua dum dut \
    dyu dzo efi egy eka ell elx eng enm epo est eus ewe ewo fan fao fas fat fij fil fin fiu fon fra \
    fre frm fro frr frs fry ful fur gaa gay gba gem geo ger gez gil gla gle glg glv gmh goh gon gor \
    got grb grc gre grn gsw guj gwi hai hat hau haw hbs heb her hil him hin hit hmn hmo hrv hsb hun \
    hup hye iba ibo ice ido iii ijo iku ile ilo ina inc ind ine inh ipk ira iro isl ita jav jaw jbo \
    jpn jpr jrb kaa kab kac kal kam kan kar kas kat kau kaw kaz kbd kha khi khm kho kik kin kir kmb \
    kok kom kon kor kos kpe krc krl kro kru kua kum kur kut lad lah lam lao lat lav lez lim lin lit \
    lol loz ltz lua lub lug lui lun luo lus mac mad mag mah mai mak mal man mao map mar mas may mdf \
    mdr men mga mic min mis mkd mkh mlg mlt mnc mni mno moh mol mon mos mri msa mul mun mus mwl mwr \
    mya myn myv nah nai nap nau nav nbl nde ndo nds nep new nia nic niu nld nno nob nog non nor nqo \
    nso nub nwc nya nym nyn nyo nzi oci oji ori orm osa oss ota oto paa pag pal pam pan pap pau peo \
    per phi phn pli pol pon por pra pro pus que raj rap rar roa roh rom ron rum run rup rus sad sag \
    sah sai sal sam san sas sat scc scn sco scr sel sem sga sgn shn sid sin sio sit sla slk slo slv \
    sma sme smi smj smn smo sms sna snd snk sog som son sot spa sqi srd srn srp srr ssa ssw suk sun \
    sus sux swa swe syc syr tah tai tam tat tel tem ter tet tgk tgl tha tib tig tir tiv tkl tlh tli \
    tmh tog ton tpi tsi tsn tso tuk tum tup tur tut tvl twi tyv udm uga uig ukr umb und urd uzb vai \
    ven vie vol vot wak wal war was wel wen wln wol xal xho yao yap yid yor ypk zap zbl zen zgh zha \
    zho znd zul zun zxx zza";

/// ISO 3166-1: two letters.
pub(super) const COUNTRIES: &str = "\
    ad ae af ag ai al am an ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br \
    bs bt bu bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cs cu cv cw cx cy cz dd de dj dk dm \
    do dz ec ee eg eh er es et fi fj fk fm fo fr fx ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt \
    gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw \
    ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv \
    mw mx my mz na nc ne nf ng ni nl no np nr nt nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py \
    qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg \
    th tj tk tl tm tn to tp tr tt tv tw tz ua ug um us uy uz va vc ve vg vi vn vu wf ws ye yt yu za \
    zm zr zw";

/// The first two subtags of registered tags whose second subtag is not a country.
pub(super) const REGISTERED: &[&str] = &[
    "art-lojban",
    "az-Arab",
    "az-Cyrl",
    "az-Latn",
    "be-Latn",
    "bs-Cyrl",
    "bs-Latn",
    "cel-gaulish",
    "de-1901",
    "de-1996",
    "en-boont",
    "en-scouse",
    "es-419",
    "i-ami",
    "i-bnn",
    "i-default",
    "i-enochian",
    "i-hak",
    "i-klingon",
    "i-lux",
    "i-mingo",
    "i-navajo",
    "i-pwn",
    "i-tao",
    "i-tay",
    "i-tsu",
    "iu-Cans",
    "iu-Latn",
    "mn-Cyrl",
    "mn-Mong",
    "no-bok",
    "no-nyn",
    "sl-nedis",
    "sl-rozaj",
    "sr-Cyrl",
    "sr-Latn",
    "tg-Arab",
    "tg-Cyrl",
    "uz-Cyrl",
    "uz-Latn",
    "yi-Latn",
    "zh-cmn",
    "zh-gan",
    "zh-guoyu",
    "zh-hakka",
    "zh-Hans",
    "zh-Hant",
    "zh-min",
    "zh-wuu",
    "zh-xiang",
    "zh-yue",
];
