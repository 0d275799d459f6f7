package dev.gossamer.url;

import java.util.Optional;

/** The crawl normal form: many spellings of one page in, one URL out. */
public final class NormalForm {
    /** The rules that are on by default. */
    public static final NormalForm DEFAULT = new NormalForm();

    private NormalForm() {}

    public Url apply(Url url) {
        String text = url.toString();
        int fragment = text.indexOf('#');
        return fragment < 0
                ? url
                : Optional.of(text.substring(0, fragment)).flatMap(Url::parse).orElse(url);
    }
}
