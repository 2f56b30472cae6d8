package dev.restante.bench.contender;

import dev.restante.option.AutoAcknowledgePolicy;
import java.util.List;

/** Catalog that holds an instance of every contender (system that the benchmark compares) and finds it by its name. */
public final class ContenderCatalog {

    private static final List<Contender> CONTENDERS = List.of(
            new RestanteContender("restante", AutoAcknowledgePolicy.PIPELINED),
            new RestanteContender("restante-strict", AutoAcknowledgePolicy.STRICT),
            new ArtemisContender(),
            new ClassicContender(),
            RawContender.hsqldb(),
            new RestantePostgresqlContender("restante-postgresql", AutoAcknowledgePolicy.PIPELINED),
            new RestantePostgresqlContender("restante-postgresql-strict", AutoAcknowledgePolicy.STRICT),
            new ArtemisJdbcContender(),
            new ClassicJdbcContender(),
            new NaiveContender(),
            new DbSchedulerContender(),
            RawContender.postgresql(),
            new RestanteMariaDbContender("restante-mariadb", AutoAcknowledgePolicy.PIPELINED),
            new RestanteMariaDbContender("restante-mariadb-strict", AutoAcknowledgePolicy.STRICT),
            new NaiveMariaDbContender(),
            RawContender.mariaDb());

    private ContenderCatalog() {}

    /**
     * Returns a contender.
     *
     * @throws IllegalArgumentException if no contender has this name
     */
    public static Contender get(String name) {
        return CONTENDERS.stream()
                .filter(contender -> contender.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown contender: " + name));
    }
}
