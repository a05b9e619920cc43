//! The host API over kernels in IR text.

use super::BarrierScope;
use super::Buffer;
use super::CommandBufferStatus;
use super::CommandQueue;
use super::CompileOptions;
use super::ComputeCommandEncoder;
use super::ComputePipelineDescriptor;
use super::ComputePipelineState;
use super::DataType;
use super::Device;
use super::Error;
use super::FunctionConstantValues;
use super::FunctionType;
use super::GpuFamily;
use super::Library;
use super::LibraryFuture;
use super::Limits;
use super::MemoryFiles;
use super::Reports;
use super::Size;
use crate::ir::parse;
use crate::msl::Scalar;
use crate::source::SourceMap;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::Context;
use std::task::Poll;
use std::task::Waker;

/// `data[i] += n` for each thread i.
const ADD: &str = r#"
layout 0 "uint" size 4 align 4 scalar u32
entry "add" kernel f0 {
    argument "data" index 0 buffer device 0 read_write active
    argument "n" index 1 buffer constant 0 reference read active
}
function f0 "add"("data" ptr.device, "n" ptr.constant) -> void {
    %data: ptr.device = param 0
    %n: ptr.constant = param 1
    %i: u32 = builtin thread_position_in_grid
    %p: ptr.device = index %data, %i stride 4
    %old: u32 = load %p align 4
    %step: u32 = load %n align 4
    %new: u32 = add %old, %step
    store %p, %new align 4
}
"#;

fn library(text: &str) -> Library {
    let module = parse::module(text).unwrap_or_else(|error| panic!("{error:?}"));
    Library::from_module(Arc::new(module), Arc::new(SourceMap::new()), Reports::default())
}

struct Fixture {
    device: Device,
    pipeline: ComputePipelineState,
    queue: CommandQueue,
    data: Buffer,
}

fn fixture() -> Fixture {
    let device = Device::system_default();
    let function = library(ADD).new_function("add").unwrap();
    let pipeline = device.new_compute_pipeline_state_with_function(&function).unwrap();
    let data = device.new_buffer_with_data(&[1_u32, 2, 3, 4]).unwrap();
    Fixture { queue: device.new_command_queue(), pipeline, data, device }
}

impl Fixture {
    /// An encoder with everything set: `n` is 10.
    fn encoder(&self, commands: &super::CommandBuffer) -> ComputeCommandEncoder {
        let encoder = commands.new_compute_command_encoder().unwrap();
        encoder.set_compute_pipeline_state(&self.pipeline).unwrap();
        encoder.set_buffer(0, Some(&self.data), 0).unwrap();
        encoder.set_value(1, 10_u32).unwrap();
        encoder
    }
}

fn size(width: u32) -> Size {
    Size::new(width, 1, 1)
}

#[track_caller]
fn refused(result: Result<(), Error>, part: &str) {
    match result {
        Err(Error::Validation(text)) => assert!(text.contains(part) && !text.contains('\n'), "{text}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn dispatches_run_in_order_when_committed() {
    let fixture = fixture();
    let commands = fixture.queue.new_command_buffer();
    let encoder = fixture.encoder(&commands);
    encoder.dispatch_threads(size(4), size(4)).unwrap();
    // What is set stays set; bytes are copied when they are set.
    encoder.set_value(1, 100_u32).unwrap();
    encoder.set_buffer_offset(0, 8).unwrap();
    encoder.dispatch_threadgroups(size(1), size(2)).unwrap();
    encoder.end_encoding().unwrap();
    assert_eq!(fixture.data.contents::<u32>(), [1, 2, 3, 4]);
    let (sender, receiver) = std::sync::mpsc::channel();
    commands.add_completed_handler(move |buffer| sender.send(buffer.status()).unwrap()).unwrap();
    commands.commit().unwrap();
    commands.wait_until_completed().unwrap();
    assert_eq!(fixture.data.contents::<u32>(), [11, 12, 113, 114]);
    assert_eq!(receiver.recv().unwrap(), CommandBufferStatus::Completed);
    assert!(commands.error().is_none());
}

#[test]
fn command_buffers_run_in_the_order_of_the_queue() {
    let fixture = fixture();
    let (first, second) = (fixture.queue.new_command_buffer(), fixture.queue.new_command_buffer());
    first.enqueue().unwrap();
    for commands in [&first, &second] {
        let encoder = fixture.encoder(commands);
        encoder.dispatch_threads(size(4), size(4)).unwrap();
        encoder.end_encoding().unwrap();
    }
    second.commit().unwrap();
    assert_eq!(second.status(), CommandBufferStatus::Committed);
    refused(second.wait_until_completed(), "not committed");
    first.commit().unwrap();
    second.wait_until_completed().unwrap();
    assert_eq!(fixture.data.contents::<u32>(), [21, 22, 23, 24]);
}

#[test]
fn indirect_sizes_are_read_when_their_turn_comes() {
    let fixture = fixture();
    let sizes = fixture.device.new_buffer_with_data(&[9_u32, 9, 9]).unwrap();
    let commands = fixture.queue.new_command_buffer();
    let encoder = fixture.encoder(&commands);
    encoder.dispatch_threadgroups_indirect(&sizes, 0, size(2)).unwrap();
    encoder.end_encoding().unwrap();
    sizes.write(0, &[1_u32, 1, 1]).unwrap();
    commands.commit().unwrap();
    assert_eq!(fixture.data.contents::<u32>(), [11, 12, 3, 4]);
}

#[test]
fn findings_end_a_command_buffer_with_an_error() {
    let fixture = fixture();
    let commands = fixture.queue.new_command_buffer();
    let encoder = fixture.encoder(&commands);
    encoder.dispatch_threads(size(5), size(5)).unwrap();
    encoder.end_encoding().unwrap();
    commands.commit().unwrap();
    let Err(Error::Execution(reports)) = commands.wait_until_completed() else { panic!("no error") };
    assert_eq!(reports.0[0].code(), "out-of-bounds");
    assert_eq!(reports.0[0].diagnostic.thread.unwrap().position_in_grid, [4, 0, 0]);
    assert_eq!(commands.status(), CommandBufferStatus::Error);
    assert_eq!(fixture.data.contents::<u32>(), [11, 12, 13, 14]);
}

#[test]
fn rules_of_the_encoder() {
    let fixture = fixture();
    let commands = fixture.queue.new_command_buffer();
    let encoder = fixture.encoder(&commands);
    let data = Some(&fixture.data);
    refused(encoder.set_buffer(31, data, 0), "index(31) must be < 31");
    refused(encoder.set_buffer(0, data, 16), "offset(16) must be < [buffer length](16)");
    refused(encoder.set_bytes(0, &[0; 4097]), "length(4097) must be <= 4096");
    refused(encoder.set_bytes(0, &[]), "must be > 0");
    refused(encoder.set_buffer_offset(5, 0), "no buffer is bound");
    refused(encoder.set_threadgroup_memory_length(0, 8), "multiple of 16");
    refused(encoder.set_threadgroup_memory_length(0, 1 << 16), "must be <= 32768");
    refused(encoder.dispatch_threads(size(0), size(1)), "threadsPerGrid.width(0) must be > 0");
    refused(encoder.dispatch_threads(size(1), Size::new(1, 0, 1)), "threadsPerThreadgroup.height(0)");
    refused(
        encoder.dispatch_threads(size(1), Size::new(64, 32, 1)),
        "(threadsPerThreadgroup.width(64) * threadsPerThreadgroup.height(32) * threadsPerThreadgroup.depth(1))(2048) \
         must be <= 1024. (device threadgroup size limit)",
    );
    let other = Device::system_default().new_buffer(4).unwrap();
    refused(encoder.set_buffer(0, Some(&other), 0), "different device");
    // An offset of 2 is fine for a `device half*`, never in the constant address space.
    encoder.set_buffer(0, data, 2).unwrap();
    encoder.set_buffer(1, data, 2).unwrap();
    refused(
        encoder.dispatch_threads(size(1), size(1)),
        "offset(2) of argument n[0] from buffer(1) in the constant address space must be a multiple of 4",
    );
    refused(encoder.dispatch_threadgroups(size(1 << 30), size(8)), "must be <= 4294967295");
    refused(encoder.dispatch_threadgroups_indirect(&fixture.data, 2, size(8)), "multiple of 4");
    refused(encoder.dispatch_threadgroups_indirect(&fixture.data, 8, size(8)), "must be <= [buffer length](16)");
    refused(encoder.memory_barrier_with_resources(&[&other]), "different device");
    encoder.memory_barrier(BarrierScope::Buffers).unwrap();
    encoder.set_bytes(1, &[1, 2]).unwrap();
    refused(
        encoder.dispatch_threads(size(1), size(1)),
        "Compute Function(add): argument n[0] from buffer(1) with offset(0) and length(2) has space for 2 bytes, but \
         argument has a length(4).",
    );
    refused(commands.new_compute_command_encoder().map(drop), "already encoding");
    refused(commands.commit(), "uncommitted encoder");
    encoder.end_encoding().unwrap();
    refused(encoder.end_encoding(), "after endEncoding");
    refused(encoder.memory_barrier(BarrierScope::Textures), "after endEncoding");
    commands.commit().unwrap();
    refused(commands.commit(), "already committed");
    refused(commands.new_compute_command_encoder().map(drop), "is committed");

    let commands = fixture.queue.new_command_buffer();
    let encoder = commands.new_compute_command_encoder().unwrap();
    refused(encoder.dispatch_threads(size(1), size(1)), "needs a compute pipeline state");
}

#[test]
fn pipelines_have_limits_of_their_own() {
    let Fixture { device, .. } = fixture();
    let function = library(ADD).new_function("add").unwrap();
    let descriptor = ComputePipelineDescriptor {
        max_total_threads_per_threadgroup: 64,
        thread_group_size_is_multiple_of_thread_execution_width: true,
        ..ComputePipelineDescriptor::default()
    };
    let pipeline = device.new_compute_pipeline_state_with_descriptor(&function, &descriptor).unwrap();
    assert_eq!((pipeline.thread_execution_width(), pipeline.max_total_threads_per_threadgroup()), (32, 64));
    let commands = device.new_command_queue().new_command_buffer();
    let encoder = commands.new_compute_command_encoder().unwrap();
    encoder.set_compute_pipeline_state(&pipeline).unwrap();
    refused(encoder.dispatch_threads(size(96), size(96)), "(96) must be <= 64. (kernel threadgroup size limit)");
    refused(encoder.dispatch_threads(size(40), size(40)), "multiple of threadExecutionWidth(32)");
}

#[test]
fn functions_by_name_and_constants_by_index_and_name() {
    let text = r#"
layout 0 "uint" size 4 align 4 scalar u32
function_constant 0 "gain" index 7: u32
entry "k" kernel f0 { argument "out" index 0 buffer device 0 read_write active }
function f0 "k"("out" ptr.device) -> void {
    %out: ptr.device = param 0
    %gain: u32 = function_constant 0
    store %out, %gain align 4
}
"#;
    let library = library(text);
    assert_eq!(library.function_names(), ["k"]);
    assert!(library.new_function("missing").is_none());
    let function = library.new_function("k").unwrap();
    assert_eq!((function.name(), function.function_type()), ("k", FunctionType::Kernel));
    assert_eq!(function.function_constants()[0].index, 7);
    let mut by_index = FunctionConstantValues::new();
    by_index.set_at_index(7, 5_u32);
    let mut by_name = FunctionConstantValues::new();
    by_name.set_with_name("gain", 4_u32).set_with_name("gain", 6_u32);
    let device = Device::system_default();
    for (values, expected) in [(by_index, 5), (by_name, 6)] {
        let function = library.new_function_with_constants("k", &values).unwrap();
        let pipeline = device.new_compute_pipeline_state_with_function(&function).unwrap();
        let out = device.new_buffer(4).unwrap();
        let commands = device.new_command_queue().new_command_buffer();
        let encoder = commands.new_compute_command_encoder().unwrap();
        encoder.set_compute_pipeline_state(&pipeline).unwrap();
        encoder.set_buffer(0, Some(&out), 0).unwrap();
        encoder.dispatch_threads(size(1), size(1)).unwrap();
        encoder.end_encoding().unwrap();
        commands.commit().unwrap();
        commands.wait_until_completed().unwrap();
        assert_eq!(out.contents::<u32>(), [expected]);
    }
    let mut wrong = FunctionConstantValues::new();
    wrong.set_at_index(7, [1.0_f32, 2.0]);
    let result = library.new_function_with_constants("k", &wrong).map(drop);
    refused(result, "constant gain (index 7) is a uint; the value set for it is a float2");
    let missing = library.new_function_with_constants("j", &FunctionConstantValues::new()).map(drop);
    refused(missing, "it has: k");
}

#[test]
fn reflection_goes_down_to_members() {
    let text = r#"
layout 0 "float" size 4 align 4 scalar f32
layout 1 "float3" size 16 align 16 vector f32x3
layout 2 "Inner" size 4 align 4 struct { "x" at 0 layout 0 }
layout 3 "Inner[4]" size 16 align 4 array 2 count 4 stride 4
layout 4 "device float*" size 8 align 8 pointer device 0
layout 5 "Outer" size 64 align 16 struct {
    "position" at 0 layout 1
    "inner" at 16 layout 2
    "list" at 20 layout 3
    "next" at 40 layout 4 id 2
}
entry "k" kernel f0 {
    argument "outer" index 3 buffer constant 5 reference read active
    argument "unused" index 1 buffer device 0 read_write
}
function f0 "k"("outer" ptr.constant, "unused" ptr.device) -> void {
}
"#;
    let device = Device::system_default();
    let function = library(text).new_function("k").unwrap();
    let (_, reflection) = device.new_compute_pipeline_state_with_reflection(&function).unwrap();
    let outer = reflection.binding("outer").unwrap();
    assert_eq!((outer.index(), outer.buffer_data_size(), outer.buffer_alignment()), (3, 64, 16));
    assert_eq!(outer.buffer_data_type(), DataType::Struct);
    assert!(outer.is_active() && !reflection.binding("unused").unwrap().is_active());
    let structure = outer.buffer_struct_type().unwrap();
    let members: Vec<_> =
        structure.members().iter().map(|m| format!("{} {} {}", m.name(), m.offset(), m.data_type())).collect();
    assert_eq!(members, ["position 0 float3", "inner 16 struct", "list 20 array", "next 40 pointer"]);
    assert_eq!(structure.member("position").unwrap().data_type(), DataType::Vector(Scalar::F32, 3));
    assert_eq!(structure.member("inner").unwrap().struct_type().unwrap().members()[0].name(), "x");
    let list = structure.member("list").unwrap().array_type().unwrap();
    assert_eq!((list.array_length(), list.stride(), list.element_type()), (4, 4, DataType::Struct));
    let next = structure.member("next").unwrap();
    assert_eq!(next.argument_index(), Some(2));
    assert_eq!(next.pointer_type().unwrap().element_type(), DataType::Scalar(Scalar::F32));
}

#[test]
fn buffers_hold_values() {
    let device = Device::system_default();
    let buffer = device.new_buffer_with_data(&[[1.0_f32, 2.0, 3.0, 4.0], [5.0; 4]]).unwrap();
    assert_eq!((buffer.length(), buffer.contents::<f32>().len()), (32, 8));
    buffer.write(1, &[[9.0_f32; 4]]).unwrap();
    assert_eq!(buffer.contents::<[f32; 4]>(), [[1.0, 2.0, 3.0, 4.0], [9.0; 4]]);
    refused(buffer.write(8, &[1.0_f32]), "must be <= [buffer length](32)");
    refused(device.new_buffer(0).map(drop), "zero length");
    refused(device.new_buffer(1 << 40).map(drop), "must be <= 4294967296");
    let next = device.new_buffer(4).unwrap();
    assert!(next.gpu_address() > buffer.gpu_address());
}

#[test]
fn families_include_earlier_ones() {
    let device = Device::system_default();
    for family in [GpuFamily::Apple1, GpuFamily::Apple7, GpuFamily::Mac2, GpuFamily::Common3, GpuFamily::Metal3] {
        assert!(device.supports_family(family), "{family:?}");
    }
    for family in [GpuFamily::Apple8, GpuFamily::Apple9] {
        assert!(!device.supports_family(family), "{family:?}");
    }
    assert!(!GpuFamily::Mac2.includes(GpuFamily::Apple1) && !GpuFamily::Apple6.includes(GpuFamily::Mac2));
}

#[test]
fn a_future_library_is_ready_when_its_promise_is_kept() {
    let (future, promise) = LibraryFuture::new();
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    assert!(future.as_mut().poll(&mut context).is_pending());
    promise.keep(Ok(library(ADD)));
    assert!(matches!(future.poll(&mut context), Poll::Ready(Ok(_))));
    let (future, promise) = LibraryFuture::new();
    drop(promise);
    assert!(matches!(pin!(future).poll(&mut context), Poll::Ready(Err(_))));
}

#[test]
fn old_families_have_whole_threadgroups_only() {
    let device = Device::with_limits(GpuFamily::Apple3, Limits::default());
    let function = library(ADD).new_function("add").unwrap();
    let pipeline = device.new_compute_pipeline_state_with_function(&function).unwrap();
    let encoder = device.new_command_queue().new_command_buffer().new_compute_command_encoder().unwrap();
    encoder.set_compute_pipeline_state(&pipeline).unwrap();
    refused(encoder.dispatch_threads(size(4), size(4)), "only supported on MTLGPUFamilyApple4 and later");
    encoder.dispatch_threadgroups(size(1), size(4)).unwrap();
}

#[test]
fn pointers_in_buffers_need_use_resource() {
    let text = r#"
layout 0 "uint" size 4 align 4 scalar u32
layout 1 "device uint*" size 8 align 8 pointer device 0
layout 2 "Arguments" size 8 align 8 struct { "out" at 0 layout 1 id 0 }
entry "k" kernel f0 { argument "arguments" index 0 buffer constant 2 reference read active }
function f0 "k"("arguments" ptr.constant) -> void {
    %a: ptr.constant = param 0
    %p: ptr.device = load %a align 8
    %x: u32 = constant 42
    store %p, %x align 4
}
"#;
    let device = Device::system_default();
    let function = library(text).new_function("k").unwrap();
    let pipeline = device.new_compute_pipeline_state_with_function(&function).unwrap();
    for (resident, expected) in [(true, 42), (false, 0)] {
        let target = device.new_buffer(4).unwrap();
        let arguments = device.new_buffer_with_data(&[target.gpu_address()]).unwrap();
        let commands = device.new_command_queue().new_command_buffer();
        let encoder = commands.new_compute_command_encoder().unwrap();
        encoder.set_compute_pipeline_state(&pipeline).unwrap();
        encoder.set_buffer(0, Some(&arguments), 0).unwrap();
        if resident {
            encoder.use_resource(&target).unwrap();
        }
        encoder.dispatch_threads(size(1), size(1)).unwrap();
        encoder.end_encoding().unwrap();
        commands.commit().unwrap();
        assert_eq!((commands.wait_until_completed().is_ok(), target.contents::<u32>()), (resident, vec![expected]));
    }
}

#[test]
fn vertex_attributes_have_indices_and_arrays_show_their_element() {
    let text = r#"
layout 0 "uint" size 4 align 4 scalar u32
layout 1 "float3" size 16 align 16 vector f32x3
layout 2 "VertexIn" size 32 align 16 struct { "position" at 0 layout 1 id 2 "id" at 16 layout 0 id 5 }
layout 3 "uint[5]" size 20 align 4 array 0 count 5 stride 4
entry "shade" vertex f0 { argument "in" index 0 stage_in 2 read active }
entry "k" kernel f1 { argument "row" index 0 buffer constant 3 reference read active }
function f0 "shade"("in" ptr.thread) -> void { }
function f1 "k"("row" ptr.constant) -> void { }
"#;
    let library = library(text);
    let shade = library.new_function("shade").unwrap();
    let attributes = shade.vertex_attributes();
    let shown = attributes.iter().map(|a| format!("{} {:?} {}", a.name, a.attribute_index, a.attribute_type));
    assert_eq!(shown.collect::<Vec<_>>(), ["position Some(2) float3", "id Some(5) uint"]);
    let device = Device::system_default();
    refused(device.new_compute_pipeline_state_with_function(&shade).map(drop), "must be a kernel");
    let function = library.new_function("k").unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    device.new_compute_pipeline_state_with_function_completion(&function, move |state| sender.send(state).unwrap());
    let pipeline = receiver.recv().unwrap().unwrap();
    let reflection = pipeline.reflection();
    let row = reflection.binding("row").unwrap();
    assert_eq!((row.buffer_data_type(), row.buffer_data_size()), (DataType::Scalar(Scalar::U32), 4));
    assert_eq!(row.buffer_pointer_type().unwrap().element_type(), DataType::Array);
}

#[test]
fn sources_and_files_compile_and_run() {
    let device = Device::system_default();
    let source = "kernel void k(device uint* data [[buffer(0)]], uint i [[thread_position_in_grid]]) { data[i] += 3; }";
    let options = CompileOptions::default();
    let files = MemoryFiles::default().with("a.metal", source);
    let (sender, receiver) = std::sync::mpsc::channel();
    device.new_library_with_source_completion(source, options.clone(), move |library| sender.send(library).unwrap());
    let libraries = [
        device.new_library_with_source(source, &options),
        device.new_library_with_file("a.metal", &options, &files),
        receiver.recv().unwrap(),
    ];
    for library in libraries {
        let function = library.unwrap().new_function("k").unwrap();
        let pipeline = device.new_compute_pipeline_state_with_function(&function).unwrap();
        let data = device.new_buffer_with_data(&[1_u32, 2]).unwrap();
        let commands = device.new_command_queue().new_command_buffer();
        let encoder = commands.new_compute_command_encoder().unwrap();
        encoder.set_compute_pipeline_state(&pipeline).unwrap();
        encoder.set_buffer(0, Some(&data), 0).unwrap();
        encoder.dispatch_threads(size(2), size(2)).unwrap();
        encoder.end_encoding().unwrap();
        commands.commit().unwrap();
        commands.wait_until_completed().unwrap();
        assert_eq!(data.contents::<u32>(), [4, 5]);
    }
    assert!(matches!(device.new_library_with_file("b.metal", &options, &files), Err(Error::File(_))));
    let wrong = device.new_library_with_source("kernel void k() {\n  x = 1;\n}", &options);
    let Err(Error::Compile(reports)) = wrong else { panic!("{wrong:?}") };
    let at = reports.0[0].location().unwrap();
    assert_eq!((&*at.file, at.line, at.column), ("program_source", 2, 3));
}
