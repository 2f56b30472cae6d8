package dev.restante.console.route;

import dev.restante.console.guard.Right;
import dev.restante.console.json.Shape;
import dev.restante.console.route.Routes.Cost;
import jakarta.jms.JMSException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Data that scripts read as JSON, at {@code /api} and its path.
 *
 * @param about what it is, for those who read the description
 * @param right what who reads must have; null for none
 * @param parameters all that there are: another one is refused
 * @param shape of what it gives
 */
public record Data(
        String path,
        String about,
        Cost cost,
        @Nullable Right right,
        List<Parameter> parameters,
        Shape shape,
        Source source) {

    /** Reads data. */
    @FunctionalInterface
    public interface Source {
        /** Reads it, as a value for {@link dev.restante.console.json.Json}. */
        Object read(Visit visit) throws JMSException;
    }

    public Data {
        parameters = List.copyOf(parameters);
    }

    /** Data that reads little and needs no right. */
    public static Data at(String path, String about, List<Parameter> parameters, Shape shape, Source source) {
        return new Data(path, about, Cost.LOOK, null, parameters, shape, source);
    }

    /** This data, for those who have a right. */
    public Data needing(Right needed) {
        return new Data(path, about, cost, needed, parameters, shape, source);
    }

    /** This data, which may be much. */
    public Data costing(Cost much) {
        return new Data(path, about, much, right, parameters, shape, source);
    }
}
