package dev.restante.bench.contender;

import dev.restante.AutoAcknowledge;
import java.util.List;

/** All contenders by name. */
public final class Contenders {

    private static final List<Contender> CONTENDERS = List.of(
            new RestanteContender("restante", AutoAcknowledge.PIPELINED),
            new RestanteContender("restante-strict", AutoAcknowledge.STRICT),
            new ArtemisContender(),
            new ClassicContender(),
            RawContender.hsqldb(),
            new RestantePostgresqlContender("restante-postgresql", AutoAcknowledge.PIPELINED),
            new RestantePostgresqlContender("restante-postgresql-strict", AutoAcknowledge.STRICT),
            new ArtemisJdbcContender(),
            new ClassicJdbcContender(),
            new NaiveContender(),
            new DbSchedulerContender(),
            RawContender.postgresql(),
            new RestanteMariaDbContender("restante-mariadb", AutoAcknowledge.PIPELINED),
            new RestanteMariaDbContender("restante-mariadb-strict", AutoAcknowledge.STRICT),
            new NaiveMariaDbContender(),
            RawContender.mariaDb());

    private Contenders() {}

    /**
     * The contender of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Contender named(String name) {
        return CONTENDERS.stream()
                .filter(contender -> contender.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown contender: " + name));
    }
}
