package dev.gossamer.parse;

/** The attributes that mean something to us. */
enum Attribute {
    ACTION,
    ALT,
    BACKGROUND,
    CHARSET,
    CITE,
    CONTENT,
    COLOR,
    DATA,
    ENCODING,
    FACE,
    FORMACTION,
    FORMMETHOD,
    HREF,
    HREFLANG,
    HTTP_EQUIV,
    IMAGESRCSET,
    LANG,
    LONGDESC,
    METHOD,
    NAME,
    POSTER,
    REL,
    SIZE,
    SRC,
    SRCSET,
    STYLE,
    TITLE,
    TYPE,
    XLINK$HREF;

    static final NameTable<Attribute> BY_NAME = new NameTable<>(Attribute.class);
}
