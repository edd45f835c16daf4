"""Titles and what they say of their bearer, and the words by which a name is seen to be a body's or a place's."""

from __future__ import annotations

MASC = frozenset(
    "mr mister sir lord king prince duke earl baron count emperor fr father brother bro uncle grandpa "
    "grandfather dad señor senor sr don herr monsieur m signor pope abbot master imam rabbi sheikh sultan tsar "
    "czar kaiser viscount marquis marquess squire dom granddad daddy papa shah".split()
)
FEM = frozenset(
    "mrs ms miss missus madam madame mme mlle mademoiselle lady queen princess duchess countess baroness "
    "empress dame sister mother aunt auntie aunty grandma grandmother granny mom mum señora senora señorita "
    "senorita doña dona frau fräulein fraulein signora signorina tsarina viscountess marchioness nanny mama".split()
)
NEUTRAL = frozenset(
    "vice mx dr doctor prof professor rev reverend hon honorable honourable president governor gov senator sen "
    "representative rep congressman congresswoman judge justice chief general gen colonel col major maj captain "
    "capt lieutenant lt sergeant sgt corporal cpl private pvt admiral adm commander cmdr officer inspector "
    "detective constable sheriff bishop archbishop cardinal deacon pastor chancellor minister secretary "
    "ambassador mayor coach nurse saint st cousin comrade councillor councilman councilwoman director chairman "
    "chairwoman actor actress singer swami guru maharishi lama ayatollah baronet agent attorney counselor "
    "magistrate author mullah premier".split()
)
GENDERED_OFFICES = {"congressman": "masc", "congresswoman": "fem", "councilman": "masc", "councilwoman": "fem"}
GENDERED_OFFICES |= {"chairwoman": "fem", "actress": "fem"}
SENIORITY = frozenset("jr sr ii iii iv junior senior".split())
DEGREES = frozenset("phd md esq mba dds jd ma ba msc cbe obe mbe qc mp frs".split())
PARTICLES = frozenset("van von de der den del della di da dos du la le bin ibn al el ter ten af zu".split())
LINKS = frozenset("of the for and & in on at to or".split())
BODIES = frozenset(
    "inc corp corporation ltd llc plc gmbh co company companies university college institute institution school "
    "academy committee commission council agency department ministry bureau office board authority association "
    "society union federation league foundation organization organisation party church bank group club team "
    "hospital museum library press news times post journal magazine court congress senate parliament house army "
    "navy force forces police fc airlines airways motors records studios pictures entertainment orchestra band "
    "network channel center centre".split()
)
PLACES = frozenset(
    "city town county state province region district island islands isle isles river lake sea ocean bay gulf "
    "mountain mountains mount mt hill hills valley park street st avenue ave road rd boulevard blvd lane square "
    "bridge airport station north south east west northern southern eastern western republic kingdom states "
    "coast desert forest fort port beach creek canyon falls peninsula cape san santa los las el saint new".split()
)


def title_gender(word: str) -> str | None:
    """The gender of a title (empty where it has none); None where the word is no title."""
    plain = word.lower().rstrip(".")
    if plain in MASC:
        return "masc"
    if plain in FEM:
        return "fem"
    return GENDERED_OFFICES.get(plain, "") if plain in NEUTRAL else None
