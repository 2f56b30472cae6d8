package dev.restante.testing;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.simple.SimpleLogger;

/**
 * What is logged while it is open, by all classes as far as the tests' level lets them, and by one class from DEBUG on.
 * SLF4J's simple logger, which the tests use, writes to the standard error stream of the moment, and can't be told its
 * level after it was made other than by its field.
 */
public final class CapturedLog implements AutoCloseable {

    private final PrintStream formerStream = System.err;
    private final ByteArrayOutputStream captured = new ByteArrayOutputStream();
    private final Logger logger;
    private final int formerLevel;

    public CapturedLog(Class<?> owner) {
        logger = LoggerFactory.getLogger(owner);
        formerLevel = level(Level.DEBUG.toInt());
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
    }

    /** What has been logged so far. */
    public List<String> lines() {
        return captured.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /** Sets the logger's level; returns the former one. */
    private int level(int next) {
        try {
            Field field = SimpleLogger.class.getDeclaredField("currentLogLevel");
            field.setAccessible(true);
            int former = field.getInt(logger);
            field.setInt(logger, next);
            return former;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the simple logger has changed", e);
        }
    }

    @Override
    public void close() {
        System.setErr(formerStream);
        level(formerLevel);
    }
}
