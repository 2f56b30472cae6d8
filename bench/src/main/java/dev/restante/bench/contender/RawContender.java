package dev.restante.bench.contender;

/** HSQLDB through plain JDBC with one writer thread: what no provider on top of it can exceed. */
public record RawContender() implements Contender {

    static final String NAME = "raw";

    @Override
    public String name() {
        return NAME;
    }
}
