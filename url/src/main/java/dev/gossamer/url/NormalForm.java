package dev.gossamer.url;

/** The crawl normal form: many spellings of one page in, one URL out. */
public final class NormalForm {
    /** The rules that are on by default. */
    public static final NormalForm DEFAULT = new NormalForm();

    private NormalForm() {}

    public Url apply(Url url) {
        if (url.fragmentStart == url.text.length) return url;
        return Url.of(url.toString().substring(0, url.fragmentStart));
    }
}
