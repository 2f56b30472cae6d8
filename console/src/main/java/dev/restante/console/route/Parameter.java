package dev.restante.console.route;

import dev.restante.console.json.Shape;

/**
 * A parameter of data or of an action.
 *
 * @param shape what it is; a list for one that may come more than once
 */
public record Parameter(String name, Shape shape, boolean required) {

    /** One that must be there. */
    public static Parameter required(String name, Shape shape) {
        return new Parameter(name, shape, true);
    }

    /** One that may be there. */
    public static Parameter optional(String name, Shape shape) {
        return new Parameter(name, shape, false);
    }

    /** The full name of a queue or subscription. */
    public static Parameter name(String about) {
        return required("name", Shape.text(about));
    }
}
