package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandContext;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Listener for the key q on a terminal, which ends a live view. If {@code stty} exists, it turns off the line buffer of
 * the terminal, otherwise q needs the enter key. The thread is a daemon.
 */
final class QuitKeyListener implements AutoCloseable {

    /** Listener for a process without a terminal as its input. */
    static final QuitKeyListener NONE = new QuitKeyListener(null);

    private final @Nullable CommandContext context;

    private QuitKeyListener(@Nullable CommandContext context) {
        this.context = context;
    }

    static QuitKeyListener start(CommandContext context) {
        if (!context.terminal().in()) {
            return NONE;
        }
        stty("-icanon -echo min 1");
        QuitKeyListener listener = new QuitKeyListener(context);
        Thread thread = new Thread(() -> listener.listen(context), "restante-keys");
        thread.setDaemon(true);
        thread.start();
        return listener;
    }

    private void listen(CommandContext listening) {
        try {
            for (int key = listening.in().read(); key >= 0; key = listening.in().read()) {
                if (key == 'q' || key == 'Q') {
                    listening.stop();
                    return;
                }
            }
        } catch (IOException | RuntimeException e) {
            listening.printError("restante: the keyboard cannot be read: " + e.getMessage());
        }
    }

    private static void stty(String settings) {
        try {
            Process process = new ProcessBuilder("sh", "-c", "stty " + settings + " < /dev/tty 2> /dev/null").start();
            process.waitFor(2, TimeUnit.SECONDS);
        } catch (IOException e) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (context != null) {
            boolean interrupted = Thread.interrupted();
            stty("icanon echo");
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
