package dev.restante.spring;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decision where messages are kept: a data source, a URL or an embedded store. */
public sealed interface StorePlacement {

    /** Placement next to the application's own tables. */
    record InDataSource(String dataSource) implements StorePlacement {}

    /** Placement in a separate database, which {@code restante.url} or a bean names. */
    record AtUrl() implements StorePlacement {}

    /**
     * Placement in an embedded store, in files of the application.
     *
     * @param reason the reason why no data source is used
     */
    record Embedded(String reason) implements StorePlacement {}

    /**
     * Data sources and settings from which a placement is decided.
     *
     * @param annotatedDataSources the names of the beans with {@link RestanteDataSource}
     * @param configuredDataSource the value of {@code restante.data-source}, or null
     * @param beside the setting or bean that names a separate database, such as {@code restante.url}; null for none
     * @param mode the transaction mode
     */
    record PlacementInput(
            List<String> dataSources,
            List<String> annotatedDataSources,
            @Nullable String configuredDataSource,
            @Nullable String beside,
            TransactionMode mode) {

        public PlacementInput {
            dataSources = List.copyOf(dataSources);
            annotatedDataSources = List.copyOf(annotatedDataSources);
        }
    }

    /**
     * Decides the placement. A single data source on PostgreSQL, MariaDB or MySQL contains the messages. Without a data
     * source, or with a single one on H2 or HSQLDB, messages are kept in files. With several data sources the
     * configuration or {@link RestanteDataSource} must name one.
     *
     * @param kinds a lookup of the database kind of a data source, called for at most one data source
     * @throws StoreConfigurationException if the placement is ambiguous or contradicts the transaction mode
     */
    static StorePlacement of(PlacementInput input, Function<String, DatabaseKind> kinds) {
        if (input.beside() != null) {
            return externalStore(input.beside(), input);
        }
        String named = named(input);
        if (named != null) {
            return ofNamed(named, kinds.apply(named));
        }
        return switch (input.dataSources().size()) {
            case 0 -> embedded(input, "there is no DataSource", "Define a DataSource");
            case 1 -> ofOnly(input, kinds.apply(input.dataSources().get(0)));
            default ->
                throw new StoreConfigurationException(
                        "There are several DataSources, " + names(input.dataSources())
                                + ", and none is selected for the messages",
                        "Set restante.data-source to its name, or mark its bean with @RestanteDataSource");
        };
    }

    private static StorePlacement externalStore(String named, PlacementInput input) {
        if (input.configuredDataSource() != null) {
            throw new StoreConfigurationException(
                    "Both " + named + " and restante.data-source specify the place of the messages",
                    "Remove one of them. Messages take part in transactions only in a DataSource of the application");
        }
        if (input.mode() == TransactionMode.JOINED) {
            throw new StoreConfigurationException(
                    "With " + named
                            + " Restante uses its own connections, so messages cannot take part in transactions as"
                            + " restante.transaction-mode=joined requires",
                    "Set restante.data-source instead, or another restante.transaction-mode");
        }
        return new AtUrl();
    }

    /** Returns the configured or annotated data source, or null if none is. */
    private static @Nullable String named(PlacementInput input) {
        String configuredDataSource = input.configuredDataSource();
        if (configuredDataSource != null && !input.dataSources().contains(configuredDataSource)) {
            throw new StoreConfigurationException(
                    "restante.data-source is '" + configuredDataSource + "', but there is no DataSource with this name",
                    input.dataSources().isEmpty()
                            ? "Define the DataSource"
                            : "Set it to one of these names: " + names(input.dataSources()));
        }
        if (configuredDataSource != null || input.annotatedDataSources().isEmpty()) {
            return configuredDataSource;
        }
        if (input.annotatedDataSources().size() > 1) {
            throw new StoreConfigurationException(
                    "@RestanteDataSource marks " + names(input.annotatedDataSources())
                            + ", but messages can be kept in only one DataSource",
                    "Mark only one DataSource, or set restante.data-source to its name");
        }
        return input.annotatedDataSources().get(0);
    }

    private static StorePlacement ofNamed(String name, DatabaseKind kind) {
        return switch (kind) {
            case SERVER, HSQLDB -> new InDataSource(name);
            case H2, UNSUPPORTED -> throw unfit(name);
        };
    }

    private static StorePlacement ofOnly(PlacementInput input, DatabaseKind kind) {
        String name = input.dataSources().get(0);
        return switch (kind) {
            case SERVER -> new InDataSource(name);
            case HSQLDB ->
                embedded(input, "the only DataSource is HSQLDB", "Set restante.data-source to '" + name + "'");
            case H2 -> embedded(input, "the only DataSource is H2", "Use PostgreSQL, MariaDB, MySQL or HSQLDB");
            case UNSUPPORTED -> throw unfit(name);
        };
    }

    private static StorePlacement embedded(PlacementInput input, String reason, String remedy) {
        if (input.mode() == TransactionMode.JOINED) {
            throw new StoreConfigurationException(
                    "Messages cannot take part in transactions as restante.transaction-mode=joined requires, because "
                            + reason,
                    remedy + ", or another restante.transaction-mode");
        }
        return new Embedded(reason);
    }

    private static StoreConfigurationException unfit(String name) {
        return new StoreConfigurationException(
                "The DataSource '" + name + "' uses a database that Restante does not support",
                "Set restante.url to a PostgreSQL, MariaDB, MySQL or HSQLDB database");
    }

    private static String names(List<String> names) {
        Stream<String> quoted = names.stream().sorted().map(name -> "'" + name + "'");
        return quoted.collect(Collectors.joining(", "));
    }
}
