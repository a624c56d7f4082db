/// The words the gourmet world is made of, each in both languages. All names are made up.
enum Vocabulary {
    static let dishes = [
        Phrase("醤油ラーメン", "shoyu ramen"), Phrase("親子丼", "oyakodon"), Phrase("天ぷらそば", "tempura soba"),
        Phrase("うな重", "grilled eel on rice"), Phrase("海鮮丼", "seafood rice bowl"), Phrase("お好み焼き", "okonomiyaki"),
        Phrase("スパイスカレー", "spice curry"), Phrase("ナポリピッツァ", "Neapolitan pizza"), Phrase("とんかつ", "tonkatsu"),
        Phrase("抹茶パフェ", "matcha parfait"), Phrase("鯖の味噌煮", "mackerel in miso"), Phrase("小籠包", "soup dumplings"),
        Phrase("麻婆豆腐", "mapo tofu"), Phrase("ハンバーグ", "hamburg steak"), Phrase("おまかせ寿司", "omakase sushi"),
        Phrase("焼き鳥", "yakitori"), Phrase("フレンチトースト", "French toast"), Phrase("餃子", "pan-fried gyoza"),
        Phrase("牛すじ煮込み", "stewed beef tendon"), Phrase("カヌレ", "canelés"), Phrase("冷やし担々麺", "chilled tantan noodles"),
        Phrase("卵サンド", "egg sandwich"), Phrase("ガレット", "buckwheat galette"), Phrase("あんみつ", "anmitsu"),
    ]

    static let praises = [
        Phrase("とろける", "melt-in-the-mouth "), Phrase("香ばしい", "fragrant "), Phrase("昔ながらの", "old-fashioned "),
        Phrase("行列のできる", "worth-the-queue "), Phrase("ふわふわの", "fluffy "), Phrase("炭火で仕上げた", "charcoal-finished "),
        Phrase("やさしい味の", "gently seasoned "), Phrase("季節限定の", "seasonal "), Phrase("深夜の", "late-night "),
        Phrase("だし香る", "dashi-scented "), Phrase("旨辛", "spicy-savoury "), Phrase("自家製", "home-made "),
    ]

    static let areas = [
        Phrase("神楽坂", "Kagurazaka"), Phrase("中目黒", "Nakameguro"), Phrase("谷中", "Yanaka"), Phrase("蔵前", "Kuramae"),
        Phrase("下北沢", "Shimokitazawa"), Phrase("清澄白河", "Kiyosumi-Shirakawa"), Phrase("京都・祇園", "Gion, Kyoto"),
        Phrase("大阪・天満", "Tenma, Osaka"), Phrase("福岡・薬院", "Yakuin, Fukuoka"), Phrase("札幌・円山", "Maruyama, Sapporo"),
        Phrase("金沢・東山", "Higashiyama, Kanazawa"), Phrase("横浜・野毛", "Noge, Yokohama"), Phrase("鎌倉", "Kamakura"),
        Phrase("那覇・壺屋", "Tsuboya, Naha"), Phrase("仙台・国分町", "Kokubuncho, Sendai"),
        Phrase("広島・紙屋町", "Kamiyacho, Hiroshima"),
    ]

    static let restaurants = [
        Phrase("麺処 ひなた", "Menya Hinata"), Phrase("割烹 さくら井", "Kappo Sakurai"), Phrase("食堂 つむぎ", "Tsumugi Dining Hall"),
        Phrase("ビストロ・ミモザ", "Bistro Mimosa"), Phrase("珈琲と暮らし", "Coffee & Living"), Phrase("鮨 しおん", "Sushi Shion"),
        Phrase("炭火 やまぶき", "Yamabuki Charcoal Grill"), Phrase("トラットリア・ソレイユ", "Trattoria Soleil"),
        Phrase("中華そば 三日月", "Crescent Chuka Soba"), Phrase("喫茶 こもれび", "Kissa Komorebi"),
        Phrase("酒場 たけのこ", "Takenoko Tavern"), Phrase("カレーの店 ガネーシュ", "Ganesh Curry House"),
        Phrase("甘味処 あずき庵", "Azuki-an Sweets"), Phrase("天ぷら 川せみ", "Tempura Kawasemi"), Phrase("麦と酵母", "Wheat & Yeast"),
        Phrase("台所 ほし野", "Hoshino's Kitchen"),
    ]

    static let genres = [
        Phrase("和食", "Japanese"), Phrase("ラーメン", "ramen"), Phrase("イタリアン", "Italian"), Phrase("フレンチ", "French"),
        Phrase("カフェ", "café"), Phrase("中華", "Chinese"), Phrase("居酒屋", "izakaya"), Phrase("ベーカリー", "bakery"),
        Phrase("焼肉", "yakiniku"), Phrase("寿司", "sushi"),
    ]

    static let people = [
        Phrase("佐伯 美咲", "Misaki Saeki"), Phrase("早川 健太", "Kenta Hayakawa"), Phrase("三浦 あかり", "Akari Miura"),
        Phrase("小野寺 翔", "Sho Onodera"), Phrase("藤本 千尋", "Chihiro Fujimoto"), Phrase("西村 大地", "Daichi Nishimura"),
        Phrase("柏木 凛", "Rin Kashiwagi"), Phrase("高瀬 悠人", "Yuto Takase"), Phrase("エマ・ルグラン", "Emma Legrand"),
        Phrase("マルコ・ビアンキ", "Marco Bianchi"), Phrase("林 美玲", "Mei-ling Lin"), Phrase("篠原 七海", "Nanami Shinohara"),
    ]

    static let professions = [
        Phrase("店主", "owner"), Phrase("料理長", "head chef"), Phrase("パティシエ", "pastry chef"), Phrase("ソムリエ", "sommelier"),
        Phrase("焙煎士", "coffee roaster"), Phrase("料理研究家", "food writer"), Phrase("杜氏", "sake brewer"),
        Phrase("農家", "farmer"),
    ]

    static let tags = [
        Phrase("ランチ", "lunch"), Phrase("一人ごはん", "solo dining"), Phrase("デート", "date night"),
        Phrase("子連れ歓迎", "family friendly"), Phrase("テイクアウト", "takeaway"), Phrase("朝食", "breakfast"),
        Phrase("個室", "private room"), Phrase("駅近", "near the station"), Phrase("隠れ家", "hidden gem"),
        Phrase("ベジタリアン", "vegetarian"), Phrase("深夜営業", "open late"), Phrase("スイーツ🍰", "sweets 🍰"),
        Phrase("日本酒🍶", "sake 🍶"), Phrase("麺🍜", "noodles 🍜"), Phrase("ご当地グルメ", "local food"),
        Phrase("コスパ", "good value"),
    ]

    static let quotes = [
        Phrase("おいしいは、待つことから", "Good things begin with waiting"),
        Phrase("毎朝の出汁がすべて", "Everything is in the morning's dashi"), Phrase("火を見れば、わかる", "Watch the fire and you know"),
        Phrase("畑と皿の距離を縮めたい", "I want the field closer to the plate"),
        Phrase("十年かけて辿り着いた一杯", "One bowl, ten years in the making"),
        Phrase("失敗の数だけ味になる", "Every mistake became a flavour"), Phrase("街の台所でありたい", "We want to be the town's kitchen"),
        Phrase("器から料理を考える", "I start from the dish it is served on"),
    ]

    static let remarks = [
        Phrase("カウンター越しに漂う香りがたまりません。", "The smell across the counter is hard to resist."),
        Phrase("最後の一口まで飽きずに食べられました。", "It stayed interesting to the last bite."),
        Phrase("平日の開店直後が狙い目です。", "Go on a weekday, just after they open."),
        Phrase("地元の野菜をふんだんに使っています。", "They use plenty of vegetables grown nearby."),
        Phrase("予約は一週間前までに。", "Book at least a week ahead."), Phrase("締めのデザートも忘れずに。", "Leave room for dessert."),
        Phrase("静かな路地にあり、落ち着いて過ごせます。", "Down a quiet lane, and as calm inside."),
        Phrase("大盛り無料がうれしい。", "Large portions at no extra charge."),
    ]

    static let seasons = [
        Phrase("春", "spring"), Phrase("初夏", "early summer"), Phrase("真夏", "midsummer"), Phrase("秋", "autumn"),
        Phrase("冬", "winter"),
    ]
}
