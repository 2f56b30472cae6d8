package dev.restante.cli.message;

import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.FailureReporter;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/** Writer that streams the body of a received message into a file, because the body may be larger than the heap. */
final class BodyFileWriter {

    /** Largest bytes body that is printed instead of written to a file. */
    private static final long MAX_PRINTED_BYTES = 64L << 20;

    private BodyFileWriter() {}

    /** Writes a body to a new file. An existing file stays unchanged, and a failure leaves no file. */
    static void write(Message message, Path file) throws JMSException, CommandException {
        if (!(message instanceof BytesMessage) && !(message instanceof TextMessage)) {
            throw new CommandException(
                    ExitCode.REJECTED,
                    "--output writes only the bodies of bytes and text messages. The message was released.");
        }
        try (AtomicOutputFile output = AtomicOutputFile.create(file)) {
            if (message instanceof BytesMessage bytes) {
                bytes.setObjectProperty("JMS_Restante_OutputStream", output.out());
            } else {
                String text = ((TextMessage) message).getText();
                output.out().write((text == null ? "" : text).getBytes(StandardCharsets.UTF_8));
            }
            output.complete();
        } catch (FileAlreadyExistsException e) {
            throw new CommandException(
                    ExitCode.REJECTED, "the file " + file + " already exists. The message was released.", e);
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.FAILED,
                    file + " cannot be written: " + FailureReporter.sentence(e) + " The message was released.",
                    e);
        }
    }

    /** Rejects a body that is too large to print. */
    static void checkPrintable(Message message) throws JMSException, CommandException {
        if (message instanceof BytesMessage bytes && bytes.getBodyLength() > MAX_PRINTED_BYTES) {
            throw new CommandException(
                    ExitCode.REJECTED,
                    "the body has " + bytes.getBodyLength()
                            + " bytes, which is too large to print. Write it to a file with --output."
                            + " The message was released.");
        }
    }
}
