package dev.gossamer.simweb;

/**
 * How a size is spread: like a log-normal distribution with this mean and this deviation of the
 * logarithm, cut off at the bounds. A deviation of 0 makes every size the mean.
 */
public record SizeSpread(int mean, double deviation, int least, int most) {
    public SizeSpread {
        if (least < 0 || least > mean || mean > most)
            throw new IllegalArgumentException(
                    "not least <= mean <= most: " + least + ", " + mean + ", " + most);
        if (!(deviation >= 0 && deviation <= 3))
            throw new IllegalArgumentException("deviation not in 0..3: " + deviation);
    }

    /** Always this size. */
    public static SizeSpread exactly(int size) {
        return new SizeSpread(size, 0, size, size);
    }

    int draw(long hash) {
        if (deviation == 0) return mean;
        double size = mean * Math.exp(deviation * Chance.bell(hash) - deviation * deviation / 2);
        return Math.clamp(Math.round(size), least, most);
    }

    /** As in {@link #toString}: {@code mean~deviation[least..most]}. */
    static SizeSpread parse(String text) {
        String[] parts = text.split("~|\\[|\\.\\.|\\]");
        if (parts.length != 4)
            throw new IllegalArgumentException("not mean~deviation[least..most]: " + text);
        return new SizeSpread(
                Integer.parseInt(parts[0]),
                Double.parseDouble(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]));
    }

    @Override
    public String toString() {
        return mean + "~" + deviation + "[" + least + ".." + most + "]";
    }
}
